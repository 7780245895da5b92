fx 1
// PyTorch has no silu and no fake quantization of integers, and what is not
// known may be integers.
//
// RUN: %fx-opt %s --use-silu --quantize-inputs --diff=%s
graph():
    %n : [num_users=3] = placeholder[target=n] {val: tensor(torch.int64, (3, 3), (3, 1), device("cpu"))}
    %sigmoid : [num_users=1] = call_function[target=torch.sigmoid](args = (%n,), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%n, %sigmoid), kwargs = {})
    %linear : [num_users=1] = call_function[target=torch.nn.functional.linear](args = (%n, %n), kwargs = {})
    %x : [num_users=3] = placeholder[target=x]
    %sigmoid_1 : [num_users=1] = call_function[target=torch.sigmoid](args = (%x,), kwargs = {})
    %mul_1 : [num_users=1] = call_function[target=torch.mul](args = (%x, %sigmoid_1), kwargs = {})
    %linear_1 : [num_users=1] = call_function[target=torch.nn.functional.linear](args = (%x, %x), kwargs = {})
    return (%mul, %linear, %mul_1, %linear_1)
