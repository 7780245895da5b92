// What a module of quantization-aware training observes is state, which its
// operator writes: a core program calls the form that returns it.
// RUN: fx-opt %s --decompose --split-input-file | FileCheck %s
// RUN: fx-opt %s --decompose --check-values --split-input-file --print-format=none

// CHECK: verifiers = ["ATEN"]
// CHECK: %_fused_moving_avg_obs_fq_helper_functional : [num_users=5] = call_function[target=torch.ops.aten._fused_moving_avg_obs_fq_helper_functional.default](args = (%x, %b_on, %b_quant, %b_min, %b_max, %b_scale, %b_zero, 0.01, 0, 255, -1), kwargs = {}) {val: (tensor(torch.float32, (2, 3), (3, 1), device("cpu")), tensor(torch.bool, (2, 3), (3, 1), device("cpu")), tensor(torch.float32, (), (), device("cpu")), tensor(torch.float32, (), (), device("cpu")), tensor(torch.float32, (1,), (1,), device("cpu")), tensor(torch.int32, (1,), (1,), device("cpu")))}
// CHECK: %getitem : {{.*}}(args = (%_fused_moving_avg_obs_fq_helper_functional, 0), kwargs = {})
// CHECK: %output : {{.*}}(args = ((%getitem_2, %getitem_3, %getitem_4, %getitem_5, %getitem),), kwargs = {}) {output_specs: (("buffer_mutation", "min"), ("buffer_mutation", "max"), ("buffer_mutation", "scale"), ("buffer_mutation", "zero"), ("user_output",))}
fx 1
module {
  on = buffer(torch.int64, (1,))
  quant = buffer(torch.int64, (1,))
  min = buffer(torch.float32, ())
  max = buffer(torch.float32, ())
  scale = buffer(torch.float32, (1,))
  zero = buffer(torch.int32, (1,))
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %b_on : [num_users=1] = placeholder[target=b_on] {input_spec: ("buffer", "on"), val: tensor(torch.int64, (1,), (1,), device("cpu"))}
    %b_quant : [num_users=1] = placeholder[target=b_quant] {input_spec: ("buffer", "quant"), val: tensor(torch.int64, (1,), (1,), device("cpu"))}
    %b_min : [num_users=1] = placeholder[target=b_min] {input_spec: ("buffer", "min"), val: tensor(torch.float32, (), (), device("cpu"))}
    %b_max : [num_users=1] = placeholder[target=b_max] {input_spec: ("buffer", "max"), val: tensor(torch.float32, (), (), device("cpu"))}
    %b_scale : [num_users=1] = placeholder[target=b_scale] {input_spec: ("buffer", "scale"), val: tensor(torch.float32, (1,), (1,), device("cpu"))}
    %b_zero : [num_users=1] = placeholder[target=b_zero] {input_spec: ("buffer", "zero"), val: tensor(torch.int32, (1,), (1,), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %fake : [num_users=1] = call_function[target=torch.ops.aten.fused_moving_avg_obs_fake_quant.default](args = (%x, %b_on, %b_quant, %b_min, %b_max, %b_scale, %b_zero, 0.01, 0, 255, -1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%fake,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// What a second call takes is what the first one has observed.
// CHECK: %_fused_moving_avg_obs_fq_helper_functional_1 : {{.*}}(args = (%getitem, %b_on, %b_quant, %getitem_2, %getitem_3, %getitem_4, %getitem_5, 0.01, 0, 255, -1), kwargs = {})
// CHECK: %output : {{.*}}(args = ((%getitem_8, %getitem_9, %getitem_10, %getitem_11, %getitem_6, %getitem_1),), kwargs = {})
fx 1
module {
  on = buffer(torch.int64, (1,))
  quant = buffer(torch.int64, (1,))
  min = buffer(torch.float32, ())
  max = buffer(torch.float32, ())
  scale = buffer(torch.float32, (1,))
  zero = buffer(torch.int32, (1,))
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %b_on : [num_users=2] = placeholder[target=b_on] {input_spec: ("buffer", "on"), val: tensor(torch.int64, (1,), (1,), device("cpu"))}
    %b_quant : [num_users=2] = placeholder[target=b_quant] {input_spec: ("buffer", "quant"), val: tensor(torch.int64, (1,), (1,), device("cpu"))}
    %b_min : [num_users=2] = placeholder[target=b_min] {input_spec: ("buffer", "min"), val: tensor(torch.float32, (), (), device("cpu"))}
    %b_max : [num_users=2] = placeholder[target=b_max] {input_spec: ("buffer", "max"), val: tensor(torch.float32, (), (), device("cpu"))}
    %b_scale : [num_users=2] = placeholder[target=b_scale] {input_spec: ("buffer", "scale"), val: tensor(torch.float32, (1,), (1,), device("cpu"))}
    %b_zero : [num_users=2] = placeholder[target=b_zero] {input_spec: ("buffer", "zero"), val: tensor(torch.int32, (1,), (1,), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %helper : [num_users=2] = call_function[target=torch.ops.aten._fused_moving_avg_obs_fq_helper.default](args = (%x, %b_on, %b_quant, %b_min, %b_max, %b_scale, %b_zero, 0.01, 0, 255, -1), kwargs = {}) {val: (tensor(torch.float32, (2, 3), (3, 1), device("cpu")), tensor(torch.bool, (2, 3), (3, 1), device("cpu")))}
    %part : [num_users=1] = call_function[target=operator.getitem](args = (%helper, 0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %mask : [num_users=1] = call_function[target=operator.getitem](args = (%helper, 1), kwargs = {}) {val: tensor(torch.bool, (2, 3), (3, 1), device("cpu"))}
    %fake : [num_users=1] = call_function[target=torch.ops.aten.fused_moving_avg_obs_fake_quant.default](args = (%part, %b_on, %b_quant, %b_min, %b_max, %b_scale, %b_zero, 0.01, 0, 255, -1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%fake, %mask),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
