// RUN: fx-opt %s --split-input-file --verify-diagnostics --infer-values
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-error@+1 {{there is no rule for the value of 'torch.ops.mine.op.default'; give the node a 'val', or declare a ValueRule for the operator}}
    %op : [num_users=1] = call_function[target=torch.ops.mine.op.default](args = (%x,), kwargs = {})
    return %op

// -----
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-error@+1 {{'torch.ops.aten.mm.default' cannot be computed: sizes 3 and 2 do not match}}
    %mm : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%x, %y), kwargs = {})
    return %mm

// -----
fx 1
graph():
    // expected-error@+1 {{the value of '%x' cannot be inferred: it is an input without 'val'; --shape-prop with examples of the inputs, such as 'randn(2, 3)', sets all types}}
    %x : [num_users=0] = placeholder[target=x]
    return None

// -----
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-error@+1 {{the value of 'torch.ops.aten.nonzero.default' cannot be inferred: the number of results depends on data}}
    %nonzero : [num_users=1] = call_function[target=torch.ops.aten.nonzero.default](args = (%x,), kwargs = {})
    return %nonzero

// -----
fx 1
graph():
    // expected-error@+1 {{%w has no 'val', which describes its value, and no rule gives it one}}
    %w : [num_users=1] = get_attr[target=w]
    return %w

// -----
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-error@+1 {{the value of 'torch.add' cannot be inferred: no overload takes these arguments}}
    %add : [num_users=1] = call_function[target=torch.add](args = (%x, "text"), kwargs = {})
    return %add

// -----
fx 1
// Nobody can have as many parts, of nothing.
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (0, 3), (3, 1), device("cpu"))}
    // expected-error@+1 {{the value of 'torch.ops.aten.chunk.default' cannot be inferred: there are too many parts}}
    %chunk : [num_users=1] = call_function[target=torch.ops.aten.chunk.default](args = (%x, 4611686018427387904), kwargs = {})
    return %chunk

// -----
fx 1
// The number that a symbol stands for can be negative.
module {
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  symbolics = {"s0": ("Symbol('s0', integer=True)", "int", 2), "e0": ("Integer(-2)", "int", 2)}
  module_calls = []
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("e0"), 1), (1, 1), device("cpu"))}
    // expected-error@+1 {{the value of 'torch.ops.aten.split.Tensor' cannot be inferred: there are too many parts}}
    %split : [num_users=0] = call_function[target=torch.ops.aten.split.Tensor](args = (%x, 1), kwargs = {})
    %output : [num_users=0] = output[target=output](args = ((),), kwargs = {}) {output_specs: ()}
