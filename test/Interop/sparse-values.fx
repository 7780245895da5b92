// A sparse tensor has no strides; archives of PyTorch have a zero for each size, and
// torch.export.load fails where they have fewer.
// RUN: fx-opt %s -o %t.pt2 && unzip -p %t.pt2 '*/models/model.json' | FileCheck %s
// CHECK: "to_sparse": {"dtype": 7, "sizes": [{"as_int": 2}, {"as_int": 3}], "requires_grad": false, "device": {"type": "cpu", "index": null}, "strides": [{"as_int": 0}, {"as_int": 0}], "storage_offset": {"as_int": 0}, "layout": 1}
// RUN: fx-opt %t.pt2 | FileCheck %s --check-prefix=BACK
// BACK: %to_sparse : {{.*}}{val: tensor(torch.float32, (2, 3), (0, 0), device("cpu"), layout=torch.sparse_coo)}
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %to_sparse : [num_users=1] = call_function[target=torch.ops.aten.to_sparse.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), None, device("cpu"), layout=torch.sparse_coo)}
    %output : [num_users=0] = output[target=output](args = ((%to_sparse,),), kwargs = {}) {output_specs: (("user_output",),)}
