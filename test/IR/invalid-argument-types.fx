// V21: the dispatcher binds what nodes are, as far as their values tell: a tensor
// is not a Scalar, and a tensor of one element is an int.
// RUN: not fx-opt %s --print-format=none 2>&1 | FileCheck %s --implicit-check-not=error:

fx 1
graph():
    %x : [num_users=14] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %one : [num_users=3] = placeholder[target=one] {val: tensor(torch.int64, (), (), device("cpu"))}
    %n : [num_users=4] = placeholder[target=n] {val: 3}
    %f : [num_users=3] = placeholder[target=f] {val: 2.5}
    %parts : [num_users=3] = placeholder[target=parts] {val: [tensor(torch.float32, (2,), (1,), device("cpu")), tensor(torch.float32, (2,), (1,), device("cpu"))]}
// CHECK: error: 'torch.ops.aten.pow.Scalar' cannot be called like this: the argument for 'self' is not of type Scalar
// CHECK: note: its schema is (Scalar self, Tensor exponent) -> Tensor
    %pow : [num_users=0] = call_function[target=torch.ops.aten.pow.Scalar](args = (%x, %x), kwargs = {})
    %pow_1 : [num_users=0] = call_function[target=torch.ops.aten.pow.Scalar](args = (%n, %x), kwargs = {})
// CHECK: error: 'torch.ops.aten.add.Tensor' cannot be called like this: the argument for 'alpha' is not of type Scalar
    %add : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %x), kwargs = {alpha: %one})
// Some operators take numbers for tensors, others do not.
    %add_1 : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %f), kwargs = {})
// CHECK: error: 'torch.ops.aten.atan2.default' cannot be called like this: the argument for 'other' is not of type Tensor
    %atan2 : [num_users=0] = call_function[target=torch.ops.aten.atan2.default](args = (%x, %f), kwargs = {})
// CHECK: error: 'torch.ops.aten.relu.default' cannot be called like this: the argument for 'self' is not of type Tensor
    %relu : [num_users=0] = call_function[target=torch.ops.aten.relu.default](args = (2,), kwargs = {})
// Tensors of one element are numbers to Python, others are not.
    %select : [num_users=0] = call_function[target=torch.ops.aten.select.int](args = (%x, 0, %one), kwargs = {})
// CHECK: error: 'torch.ops.aten.select.int' cannot be called like this: the argument for 'index' is not of type SymInt
    %select_1 : [num_users=0] = call_function[target=torch.ops.aten.select.int](args = (%x, 0, %x), kwargs = {})
// CHECK: error: 'torch.ops.aten.select.int' cannot be called like this: the argument for 'index' is not of type SymInt
    %select_2 : [num_users=0] = call_function[target=torch.ops.aten.select.int](args = (%x, 0, %f), kwargs = {})
    %view : [num_users=0] = call_function[target=torch.ops.aten.view.default](args = (%x, [%n, 2, %one]), kwargs = {})
// CHECK: error: 'torch.ops.aten.view.default' cannot be called like this: the argument for 'size' is not of type SymInt[]
    %view_1 : [num_users=0] = call_function[target=torch.ops.aten.view.default](args = (%x, [%x]), kwargs = {})
// CHECK: error: 'torch.ops.aten.view.default' cannot be called like this: the argument for 'size' is not of type SymInt[]
    %view_2 : [num_users=0] = call_function[target=torch.ops.aten.view.default](args = (%x, 6), kwargs = {})
// One int stands for a list of ints, not of symbolic ones.
    %pool : [num_users=0] = call_function[target=torch.ops.aten.avg_pool2d.default](args = (%x, 2), kwargs = {})
// CHECK: error: 'torch.ops.aten.roll.default' cannot be called like this: the argument for 'shifts' is not of type SymInt[1]
    %roll : [num_users=0] = call_function[target=torch.ops.aten.roll.default](args = (%x, 2), kwargs = {})
    %cat : [num_users=0] = call_function[target=torch.ops.aten.cat.default](args = (%parts,), kwargs = {})
// CHECK: error: 'torch.ops.aten.cat.default' cannot be called like this: the argument for 'tensors' is not of type Tensor[]
    %cat_1 : [num_users=0] = call_function[target=torch.ops.aten.cat.default](args = (%x,), kwargs = {})
// CHECK: error: 'torch.ops.aten.cat.default' cannot be called like this: the argument for 'tensors' is not of type Tensor[]
    %cat_2 : [num_users=0] = call_function[target=torch.ops.aten.cat.default](args = ([%parts],), kwargs = {})
// CHECK: error: 'torch.ops.aten.relu.default' cannot be called like this: the argument for 'self' is not of type Tensor
    %relu_1 : [num_users=0] = call_function[target=torch.ops.aten.relu.default](args = (%parts,), kwargs = {})
    return None
