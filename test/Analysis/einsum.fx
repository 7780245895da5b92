// The sizes and strides of einsum are those that PyTorch 2.13 gives: of dimensions that
// operands share, lack or repeat, and of those that an ellipsis stands for.
// RUN: fx-opt %s --passes='check-values{remarks exact}' -o /dev/null 2>&1 | FileCheck %s --allow-empty
// CHECK-NOT: {{.}}
fx 1
graph():
    %x2_1 : [num_users=3] = placeholder[target=x2_1] {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %x1123_6631 : [num_users=1] = placeholder[target=x1123_6631] {val: tensor(torch.float32, (1, 1, 2, 3), (6, 6, 3, 1), device("cpu"))}
    %x11_11 : [num_users=6] = placeholder[target=x11_11] {val: tensor(torch.float32, (1, 1), (1, 1), device("cpu"))}
    %x3_1 : [num_users=5] = placeholder[target=x3_1] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %x212_211 : [num_users=1] = placeholder[target=x212_211] {val: tensor(torch.float32, (2, 1, 2), (2, 1, 1), device("cpu"))}
    %x22_21 : [num_users=4] = placeholder[target=x22_21] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %x2345_602051 : [num_users=2] = placeholder[target=x2345_602051] {val: tensor(torch.float32, (2, 3, 4, 5), (60, 20, 5, 1), device("cpu"))}
    %x2537_1052171 : [num_users=2] = placeholder[target=x2537_1052171] {val: tensor(torch.float32, (2, 5, 3, 7), (105, 21, 7, 1), device("cpu"))}
    %x23_31 : [num_users=11] = placeholder[target=x23_31] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %x4_1 : [num_users=1] = placeholder[target=x4_1] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %x34_41 : [num_users=1] = placeholder[target=x34_41] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %x24_41 : [num_users=2] = placeholder[target=x24_41] {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %x42_21 : [num_users=1] = placeholder[target=x42_21] {val: tensor(torch.float32, (4, 2), (2, 1), device("cpu"))}
    %x32_21 : [num_users=2] = placeholder[target=x32_21] {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %x33_31 : [num_users=3] = placeholder[target=x33_31] {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %x : [num_users=7] = placeholder[target=x] {val: tensor(torch.float32, (), (), device("cpu"))}
    %x13_31 : [num_users=1] = placeholder[target=x13_31] {val: tensor(torch.float32, (1, 3), (3, 1), device("cpu"))}
    %x112_221 : [num_users=1] = placeholder[target=x112_221] {val: tensor(torch.float32, (1, 1, 2), (2, 2, 1), device("cpu"))}
    %x1_1 : [num_users=4] = placeholder[target=x1_1] {val: tensor(torch.float32, (1,), (1,), device("cpu"))}
    %x213_331 : [num_users=1] = placeholder[target=x213_331] {val: tensor(torch.float32, (2, 1, 3), (3, 3, 1), device("cpu"))}
    %x212_221 : [num_users=1] = placeholder[target=x212_221] {val: tensor(torch.float32, (2, 1, 2), (2, 2, 1), device("cpu"))}
    %x32_00 : [num_users=1] = placeholder[target=x32_00] {val: tensor(torch.float32, (3, 2), (0, 0), device("cpu"))}
    %x123_631 : [num_users=1] = placeholder[target=x123_631] {val: tensor(torch.float32, (1, 2, 3), (6, 3, 1), device("cpu"))}
    %x31_01 : [num_users=1] = placeholder[target=x31_01] {val: tensor(torch.float32, (3, 1), (0, 1), device("cpu"))}
    %x32_13 : [num_users=1] = placeholder[target=x32_13] {val: tensor(torch.float32, (3, 2), (1, 3), device("cpu"))}
    %x312_221 : [num_users=1] = placeholder[target=x312_221] {val: tensor(torch.float32, (3, 1, 2), (2, 2, 1), device("cpu"))}
    %x21_11 : [num_users=2] = placeholder[target=x21_11] {val: tensor(torch.float32, (2, 1), (1, 1), device("cpu"))}
    %x111_111 : [num_users=1] = placeholder[target=x111_111] {val: tensor(torch.float32, (1, 1, 1), (1, 1, 1), device("cpu"))}
    %x33_00 : [num_users=1] = placeholder[target=x33_00] {val: tensor(torch.float32, (3, 3), (0, 0), device("cpu"))}
    %x131_111 : [num_users=1] = placeholder[target=x131_111] {val: tensor(torch.float32, (1, 3, 1), (1, 1, 1), device("cpu"))}
    %x3_0 : [num_users=1] = placeholder[target=x3_0] {val: tensor(torch.float32, (3,), (0,), device("cpu"))}
    %x21_01 : [num_users=1] = placeholder[target=x21_01] {val: tensor(torch.float32, (2, 1), (0, 1), device("cpu"))}
    %i23 : [num_users=5] = placeholder[target=i23] {val: tensor(torch.int32, (2, 3), (3, 1), device("cpu"))}
    %i3 : [num_users=2] = placeholder[target=i3] {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %i2 : [num_users=1] = placeholder[target=i2] {val: tensor(torch.uint8, (2,), (1,), device("cpu"))}
    %e0 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("...,...d->...d", [%x2_1, %x1123_6631]), kwargs = {}) {val: tensor(torch.float32, (1, 1, 2, 3), (3, 3, 3, 1), device("cpu"))}
    %e1 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("b...,...a", [%x11_11, %x3_1]), kwargs = {}) {val: tensor(torch.float32, (1, 3, 1), (1, 1, 1), device("cpu"))}
    %e2 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a...a,...ac->...ca", [%x212_211, %x22_21]), kwargs = {}) {val: tensor(torch.float32, (1, 2, 2), (1, 1, 2), device("cpu"))}
    %e3 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("bhqk,bkhd->bqhd", [%x2345_602051, %x2537_1052171]), kwargs = {}) {val: tensor(torch.float32, (2, 4, 3, 7), (84, 7, 28, 1), device("cpu"))}
    %e4 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("bhqk,bkhd->bhqd", [%x2345_602051, %x2537_1052171]), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4, 7), (84, 28, 7, 1), device("cpu"))}
    %e5 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,c->a", [%x23_31, %x4_1]), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %e6 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a,bc->a", [%x2_1, %x34_41]), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %e7 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,ac,ad->ad", [%x23_31, %x24_41, %x22_21]), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %e8 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("aB,Ab->ABab", [%x23_31, %x42_21]), kwargs = {}) {val: tensor(torch.float32, (4, 3, 2, 2), (12, 2, 6, 1), device("cpu"))}
    %e9 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = (" z Z , Z z -> z ", [%x23_31, %x32_21]), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %e10 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab->", [%x23_31]), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %e11 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab->ba", [%x23_31]), kwargs = {}) {val: tensor(torch.float32, (3, 2), (1, 3), device("cpu"))}
    %e12 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ii->i", [%x33_31]), kwargs = {}) {val: tensor(torch.float32, (3,), (4,), device("cpu"))}
    %e13 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ii", [%x33_31]), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %e14 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ba", [%x23_31]), kwargs = {}) {val: tensor(torch.float32, (3, 2), (1, 3), device("cpu"))}
    %e15 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("...->...", [%x23_31]), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %e16 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("->", [%x]), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %e17 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("...->", [%x23_31]), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %e18 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a...->...", [%x23_31]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %e19 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a,a->", [%x3_1, %x3_1]), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %e20 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a,b->ba", [%x3_1, %x2_1]), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %e21 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("...a,...b->...", [%x23_31, %x24_41]), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %e22 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,bc", [%x13_31, %x32_21]), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %e23 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ca...b", [%x112_221]), kwargs = {}) {val: tensor(torch.float32, (1, 2, 1), (2, 1, 2), device("cpu"))}
    %e24 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("c...a,b->cba", [%x22_21, %x1_1]), kwargs = {}) {val: tensor(torch.float32, (2, 1, 2), (2, 1, 1), device("cpu"))}
    %e25 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("...bc,->c", [%x213_331, %x]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %e26 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("c...,a...", [%x212_221, %x32_00]), kwargs = {}) {val: tensor(torch.float32, (1, 2, 3, 2), (6, 1, 2, 6), device("cpu"))}
    %e27 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("...dab,d...->b...", [%x123_631, %x31_01]), kwargs = {}) {val: tensor(torch.float32, (3, 1), (1, 1), device("cpu"))}
    %e28 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ba->b", [%x32_13]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %e29 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ad,...da,...->d...", [%x11_11, %x11_11, %x]), kwargs = {}) {val: tensor(torch.float32, (1,), (1,), device("cpu"))}
    %e30 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("d...bc,,c...b->...", [%x312_221, %x, %x21_11]), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %e31 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ca...b,a->...ba", [%x111_111, %x1_1]), kwargs = {}) {val: tensor(torch.float32, (1, 1), (1, 1), device("cpu"))}
    %e32 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ac->ac", [%x22_21]), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %e33 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("c...d,c", [%x11_11, %x1_1]), kwargs = {}) {val: tensor(torch.float32, (1,), (1,), device("cpu"))}
    %e34 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("...,...->...", [%x3_1, %x33_00]), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %e35 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ba,...cc", [%x11_11, %x11_11]), kwargs = {}) {val: tensor(torch.float32, (1, 1), (1, 1), device("cpu"))}
    %e36 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("b...ac", [%x131_111]), kwargs = {}) {val: tensor(torch.float32, (3, 1, 1), (1, 1, 1), device("cpu"))}
    %e37 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("b...->...", [%x33_31]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %e38 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("...a,", [%x1_1, %x]), kwargs = {}) {val: tensor(torch.float32, (1,), (1,), device("cpu"))}
    %e39 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ca", [%x21_11]), kwargs = {}) {val: tensor(torch.float32, (1, 2), (1, 1), device("cpu"))}
    %e40 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("da->", [%x11_11]), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %e41 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = (",...,db...->...db", [%x, %x3_0, %x11_11]), kwargs = {}) {val: tensor(torch.float32, (3, 1, 1), (1, 1, 1), device("cpu"))}
    %e42 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("...c,->c...", [%x21_01, %x]), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %e43 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("...a->...", [%x3_1]), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %e44 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,c->a", [%i23, %i3]), kwargs = {}) {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %e45 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab->a", [%i23]), kwargs = {}) {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %e46 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab->ba", [%i23]), kwargs = {}) {val: tensor(torch.int32, (3, 2), (1, 3), device("cpu"))}
    %e47 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,b->ab", [%i23, %i3]), kwargs = {}) {val: tensor(torch.int64, (2, 3), (3, 1), device("cpu"))}
    %e48 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,c->", [%i23, %i2]), kwargs = {}) {val: tensor(torch.int64, (), (), device("cpu"))}
    return None
