// Functions of torch.nn.functional that choose among operators of ATen by words, einsum that takes
// its operands one by one, and items by lists.
// RUN: fx-opt %s --infer-values | FileCheck %s
fx 1
graph():
    %x : [num_users=5] = placeholder[target=x] {val: tensor(torch.float32, (2, 3, 8, 6), (144, 48, 6, 1), device("cpu"))}
    %g : [num_users=1] = placeholder[target=g] {val: tensor(torch.float32, (2, 4, 5, 2), (40, 10, 2, 1), device("cpu"))}
    %m : [num_users=7] = placeholder[target=m] {val: tensor(torch.float32, (4, 6), (6, 1), device("cpu"))}
    %v : [num_users=1] = placeholder[target=v] {val: tensor(torch.float32, (5,), (1,), device("cpu"))}
    %i : [num_users=1] = placeholder[target=i] {val: tensor(torch.int64, (2, 5), (5, 1), device("cpu"))}
// CHECK: %twice : {{.*}}{val: tensor(torch.float32, (2, 3, 16, 12), (576, 192, 12, 1),
    %twice : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%x,), kwargs = {scale_factor: 2, mode: "nearest"})
// CHECK: %smooth : {{.*}}{val: tensor(torch.float32, (2, 3, 5, 7), (105, 35, 7, 1),
    %smooth : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%x, (5, 7)), kwargs = {mode: "bilinear", align_corners: False})
// CHECK: %cubic : {{.*}}{val: tensor(torch.float32, (2, 3, 4, 4), (48, 16, 4, 1),
    %cubic : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%x, 4), kwargs = {mode: "bicubic", antialias: True})
// CHECK: %area : {{.*}}{val: tensor(torch.float32, (2, 3, 12, 3), (108, 36, 3, 1),
    %area : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%x,), kwargs = {scale_factor: [1.5, 0.5], mode: "area"})
// CHECK: %sampled : {{.*}}{val: tensor(torch.float32, (2, 3, 4, 5), (60, 20, 5, 1),
    %sampled : [num_users=1] = call_function[target=torch.nn.functional.grid_sample](args = (%x, %g), kwargs = {mode: "bilinear", padding_mode: "border", align_corners: False})
// CHECK: %product : {{.*}}{val: tensor(torch.float32, (4, 4), (4, 1),
    %product : [num_users=1] = call_function[target=torch.functional.einsum](args = ("ij,kj->ik", %m, %m), kwargs = {})
// CHECK: %listed : {{.*}}{val: tensor(torch.float32, (4,), (1,),
    %listed : [num_users=1] = call_function[target=torch.functional.einsum](args = ("ij->i", [%m]), kwargs = {})
// CHECK: %alike : {{.*}}{val: tensor(torch.float32, (4,), (1,),
    %alike : [num_users=1] = call_function[target=torch.cosine_similarity](args = (%m, %m), kwargs = {dim: -1})
// CHECK: %diagonal : {{.*}}{val: tensor(torch.float32, (4,), (1,),
    %diagonal : [num_users=1] = call_function[target=torch.diag](args = (%m, 1), kwargs = {})
// CHECK: %matrix : {{.*}}{val: tensor(torch.float32, (7, 7), (7, 1),
    %matrix : [num_users=1] = call_function[target=torch.diag](args = (%v, -2), kwargs = {})
// CHECK: %rows : {{.*}}{val: tensor(torch.float32, (2, 6), (6, 1),
    %rows : [num_users=1] = call_function[target=operator.getitem](args = (%m, [0, 2]), kwargs = {})
// CHECK: %column : {{.*}}{val: tensor(torch.float32, (2, 5, 1), (5, 1, 1),
    %column : [num_users=1] = call_function[target=operator.getitem](args = (%m, (%i, slice(2, 3, None))), kwargs = {})
// CHECK: %table : {{.*}}{val: tensor(torch.float32, (1, 4, 2, 2), (16, 4, 2, 1),
    %table : [num_users=1] = call_function[target=operator.getitem](args = (%m, (None, slice(None, None, None), [[0, 1], [2, 3]])), kwargs = {})
