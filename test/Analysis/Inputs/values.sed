# What values.py --keep writes, as native text: tensors, then inputs and calls.
s/@([0-9]+)~/,device("cpu"),offset=\1)/g
s/~([a-z0-9]+),/tensor(torch.\1,/g
s/~/,device("cpu"))/g
s/^(x[0-9]+) (.*)/    %\1 = placeholder[target=\1] {val: \2}/
s/^(c[0-9]+)\|(.*)\|(.*)\|(.*)\|(.*)/    %\1 = call_function[target=torch.ops.aten.\2](args = (\3), kwargs = {\4}) {val: \5}/
1i fx 1\ngraph():
$a \    return None
