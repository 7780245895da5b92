// What has another type or layout than the operator gives is converted.
// RUN: fx-opt %s --decompose --split-input-file | FileCheck %s

// Sums of integers are int64, and of int32 here.
// CHECK-LABEL: graph():
// CHECK: %sum_1 : {{.*}}{val: tensor(torch.int64, (), ()
// CHECK: %_to_copy : {{.*}}(args = (%sum_1,), kwargs = {dtype: torch.int32}) {val: tensor(torch.int32, (), ()
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.int32, (3,), (1,), device("cpu"))}
    %vdot : [num_users=1] = call_function[target=torch.ops.aten.vdot.default](args = (%x, %x), kwargs = {}) {val: tensor(torch.int32, (), (), device("cpu"))}
    return %vdot

// -----

// What the running statistics become, two results of the functional form say.
// CHECK-LABEL: graph():
// CHECK: torch.ops.aten._native_batch_norm_legit_functional.default](args = (%x, None, None, %mean, %var, True, 0.1, 1e-05)
// CHECK: output_specs: (("buffer_mutation", "mean"), ("buffer_mutation", "var"), ("user_output",))
fx 1
module {
  mean = buffer(torch.float32, (3,), (1,), device("cpu"), record="mean")
  var = buffer(torch.float32, (3,), (1,), device("cpu"), record="var")
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %mean : [num_users=1] = placeholder[target=mean] {input_spec: ("buffer", "mean", True), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %var : [num_users=1] = placeholder[target=var] {input_spec: ("buffer", "var", True), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %norm : [num_users=1] = call_function[target=torch.ops.aten._native_batch_norm_legit.default](args = (%x, None, None, %mean, %var, True, 0.1, 1e-05), kwargs = {}) {val: (tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu")), tensor(torch.float32, (3,), (1,), device("cpu")), tensor(torch.float32, (3,), (1,), device("cpu")))}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%norm, 0), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// Padding on the CPU keeps the memory format of its operand, also with holes.
// CHECK-LABEL: graph():
// CHECK: %clone : {{.*}}memory_format: torch.channels_last}) {val: tensor(torch.float32, (2, 3, 8, 8), (192, 1, 24, 3)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3, 6, 6), (216, 1, 18, 3), device("cpu"))}
    %pad : [num_users=1] = call_function[target=torch.ops.aten.replication_pad2d.default](args = (%x, [1, 1, 1, 1]), kwargs = {}) {val: tensor(torch.float32, (2, 3, 8, 8), (192, 1, 24, 3), device("cpu"))}
    return %pad

// -----

// The mean of bfloat16 and float32 is computed as float32 and stays that.
// CHECK-LABEL: graph():
// CHECK: %sub : {{.*}}val: tensor(torch.float32
// CHECK-NOT: torch.bfloat16
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.bfloat16, (3,), (1,), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %mse_loss : [num_users=1] = call_function[target=torch.ops.aten.mse_loss.default](args = (%x, %y), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    return %mse_loss

// -----

// Numbers lose what is behind the point where they meet integers, as in PyTorch's kernel.
// CHECK-LABEL: graph():
// CHECK: %le : {{.*}}(args = (%x, 0), kwargs = {})
// CHECK: %scalar_tensor : {{.*}}(args = (7,), kwargs = {dtype: torch.int32
// CHECK: %where : {{.*}}(args = (%le, %scalar_tensor, %x), kwargs = {}) {val: tensor(torch.int32,
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.int32, (3,), (1,), device("cpu"))}
    %threshold : [num_users=1] = call_function[target=torch.ops.aten.threshold.default](args = (%x, -0.5, 7.9), kwargs = {}) {val: tensor(torch.int32, (3,), (1,), device("cpu"))}
    return %threshold

// -----

// Every operand has the type of the result before the first step.
// CHECK-LABEL: graph():
// CHECK: %_to_copy : {{.*}}(args = (%y,), kwargs = {dtype: torch.float64})
// CHECK: %mul : {{.*}} {val: tensor(torch.float64,
// CHECK: %log : {{.*}} {val: tensor(torch.float64,
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float16, (3,), (1,), device("cpu"))}
    %i : [num_users=1] = placeholder[target=i] {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %addcmul : [num_users=1] = call_function[target=torch.ops.aten.addcmul.default](args = (%x, %y, %y), kwargs = {}) {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
    %xlogy : [num_users=1] = call_function[target=torch.ops.aten.xlogy.Tensor](args = (%addcmul, %i), kwargs = {}) {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
    return %xlogy
