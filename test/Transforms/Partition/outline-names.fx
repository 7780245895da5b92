fx 1
// PyTorch makes the graphs that a program calls attributes of a module and
// nodes: they are called what both can be called, and no value is.
// RUN: fx-opt %s --passes=outline | FileCheck %s
// RUN: fx-opt %s --passes=outline -o %t.pt2 && fx-opt %t.pt2 --to=fx > %t.txt
weights "../../Interop/Inputs/mlp_minimal.pt2"
program {
  schema_version = (8, 20)
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "add"}
    %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "class"}
    %add_2 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_1, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "forward"}
    %add_3 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_2, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "training"}
    %add_4 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_3, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "graph"}
    %add_5 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_4, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "self"}
    %add_6 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_5, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "max"}
    %add_7 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_6, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "a.b"}
    %add_8 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_7, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "ReLU"}
    %add_9 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_8, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "9"}
    %output : [num_users=0] = output[target=output](args = ((%add_9,),), kwargs = {}) {output_specs: (("user_output",),)}

// CHECK: {{^}}graph():
// CHECK: %add_10 : {{.*}} = get_attr[target=add_10]
// CHECK: %class_1 : {{.*}} = get_attr[target=class_1]
// CHECK: %forward_1 : {{.*}} = get_attr[target=forward_1]
// CHECK: %training_1 : {{.*}} = get_attr[target=training_1]
// CHECK: %graph_1 : {{.*}} = get_attr[target=graph_1]
// CHECK: %self_1 : {{.*}} = get_attr[target=self_1]
// CHECK: %max_1 : {{.*}} = get_attr[target=max_1]
// CHECK: %a_b : {{.*}} = get_attr[target=a_b]
// CHECK: %ReLU : {{.*}} = get_attr[target=ReLU]
// CHECK: %_9 : {{.*}} = get_attr[target=_9]
