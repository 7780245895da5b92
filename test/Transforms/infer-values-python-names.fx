// Functions of Python have other names for some parameters of ATen, and attributes of
// tensors are read by getattr.
// RUN: fx-opt %s --infer-values | FileCheck %s
fx 1
graph():
    %i : [num_users=1] = placeholder[target=i] {val: tensor(torch.int64, (4,), (1,), device("cpu"))}
    %w : [num_users=4] = placeholder[target=w] {val: tensor(torch.float32, (10, 6), (6, 1), device("cpu"))}
// CHECK: %embedding : {{.*}}{val: tensor(torch.float32, (4, 6), (6, 1),
    %embedding : [num_users=4] = call_function[target=torch.nn.functional.embedding](args = (%i, %w), kwargs = {padding_idx: None})
// CHECK: %shape : {{.*}}{val: [4, 6]}
    %shape : [num_users=1] = call_function[target=builtins.getattr](args = (%embedding, "shape"), kwargs = {})
    %rows : [num_users=1] = call_function[target=operator.getitem](args = (%shape, 0), kwargs = {})
// CHECK: %view : {{.*}}{val: tensor(torch.float32, (4, 2, 3), (6, 3, 1),
    %view : [num_users=1] = call_method[target=view](args = (%embedding, %rows, 2, 3), kwargs = {})
// CHECK: %turned : {{.*}}{val: tensor(torch.float32, (6, 10), (1, 6),
    %turned : [num_users=1] = call_function[target=builtins.getattr](args = (%w, "T"), kwargs = {})
    %dtype : [num_users=1] = call_function[target=builtins.getattr](args = (%w, "dtype"), kwargs = {})
// CHECK: %to : {{.*}}{val: tensor(torch.float32, (4, 6), (6, 1),
    %to : [num_users=1] = call_method[target=to](args = (%embedding, %dtype), kwargs = {})
    %split : [num_users=1] = call_function[target=torch.functional.split](args = (%embedding, 4), kwargs = {dim: 1})
// CHECK: %part : {{.*}}{val: tensor(torch.float32, (4, 2), (6, 1),
    %part : [num_users=1] = call_function[target=operator.getitem](args = (%split, 1), kwargs = {})
// CHECK: %loss : {{.*}}{val: tensor(torch.float32, (), (),
    %loss : [num_users=1] = call_function[target=torch.nn.functional.mse_loss](args = (%w, %w), kwargs = {size_average: None, reduce: None, reduction: "mean"})
    return (%view, %turned, %to, %part, %loss)
