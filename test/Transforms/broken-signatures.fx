// RUN: fx-opt %s --split-input-file --passes='cse,dce' | FileCheck %s

// torch.export.unflatten makes one module of all calls of one, as their signatures say. A call
// whose result is not computed any more has no signature, and so have the others.
// CHECK: module_calls = [{{.*}}, ("inner",), ("inner@1",)]
// CHECK: graph():
// CHECK-NEXT: %x
// CHECK-NEXT: %cos_1
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"]), ("inner", [("x",)], [("cos",)], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]"), ("inner@1", [("x",)], [("cos_1",)], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]")]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %cos : [num_users=0] = call_function[target=torch.ops.aten.cos.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner,inner,main.Inner"}
    %cos_1 : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner@1,inner,main.Inner"}
    %output : [num_users=0] = output[target=output](args = ((%cos_1,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// The result of the second call is that of the first one here, which is another module.
// CHECK: module_calls = [{{.*}}, ("inner",), ("inner@1",)]
// CHECK: %cos :
// CHECK-NEXT: %add : {{.*}}(args = (%cos, %cos)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"]), ("inner", [("x",)], [("cos",)], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]"), ("inner@1", [("x",)], [("cos_1",)], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]")]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %cos : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner,inner,main.Inner"}
    %cos_1 : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner@1,inner,main.Inner"}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%cos, %cos_1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net"}
    %output : [num_users=0] = output[target=output](args = ((%add,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// A part of the second call is computed in the first one, whose result it is not.
// CHECK: module_calls = [{{.*}}, ("inner",), ("inner@1",)]
// CHECK: %sin :
// CHECK-NEXT: %cos : {{.*}}(args = (%sin,)
// CHECK-NEXT: %exp : {{.*}}(args = (%sin,)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"]), ("inner", [("x",)], [("cos",)], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]"), ("inner@1", [("x",)], [("exp",)], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]")]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner,inner,main.Inner"}
    %cos : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner,inner,main.Inner"}
    %sin_1 : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner@1,inner,main.Inner"}
    %exp : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%sin_1,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner@1,inner,main.Inner"}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%cos, %exp), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net"}
    %output : [num_users=0] = output[target=output](args = ((%add,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// Changes within a module leave its signature, as do state that is written, and what a module
// inside it returns.
// CHECK: module_calls = [{{.*}}, ("inner", [("x",)], [("cos",)], {{.*}}), ("inner@1", [("cos",)], [("cos_1",)], {{.*}}), ("inner.part", [("x",)], [("sin",)], {{.*}})]
// CHECK: %cos :
// CHECK-NOT: %exp :
fx 1
module {
  inner = torch.nn.Module {
    b = buffer(torch.float32, (3,))
    part = torch.nn.Module
  }
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"]), ("inner", [("x",)], [("cos",)], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]"), ("inner@1", [("cos",)], [("cos_1",)], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]"), ("inner.part", [("x",)], [("sin",)], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]")]
}
graph():
    %b_inner_b : [num_users=1] = placeholder[target=b_inner_b] {input_spec: ("buffer", "inner.b"), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%b_inner_b, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner,inner,main.Inner"}
    %sin : [num_users=2] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner,inner,main.Inner;L__self__inner.part,inner.part,main.Inner"}
    %exp : [num_users=0] = call_function[target=torch.ops.aten.exp.default](args = (%sin,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner,inner,main.Inner"}
    %cos : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner,inner,main.Inner"}
    %add__1 : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%add_, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner@1,inner,main.Inner"}
    %cos_1 : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%cos,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner@1,inner,main.Inner"}
    %output : [num_users=0] = output[target=output](args = ((%cos_1,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// No node is left of a module that has no state: PyTorch makes none, and fails where it has a
// signature.
// CHECK: module_calls = [{{.*}}, ("inner",)]
// CHECK: %x
// CHECK-NOT: %cos
// CHECK: %sin
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"]), ("inner", [("x",)], [("x",)], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]")]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %cos : [num_users=0] = call_function[target=torch.ops.aten.cos.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net;L__self__inner,inner,main.Inner"}
    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), nn_module_stack: "L__self__,,main.Net"}
    %output : [num_users=0] = output[target=output](args = ((%sin,),), kwargs = {}) {output_specs: (("user_output",),)}
