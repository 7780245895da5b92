// The sizes and strides of einsum are those that PyTorch 2.13 gives: of dimensions that
// operands share, lack or repeat, and of those that an ellipsis stands for.
// RUN: fx-opt %s --passes='check-values{remarks exact}' -o /dev/null 2>&1 | FileCheck %s --allow-empty
// CHECK-NOT: {{.}}
fx 1
graph():
    %x2_1 : [num_users=6] = placeholder[target=x2_1] {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %x1123_6631 : [num_users=1] = placeholder[target=x1123_6631] {val: tensor(torch.float32, (1, 1, 2, 3), (6, 6, 3, 1), device("cpu"))}
    %x11_11 : [num_users=6] = placeholder[target=x11_11] {val: tensor(torch.float32, (1, 1), (1, 1), device("cpu"))}
    %x3_1 : [num_users=14] = placeholder[target=x3_1] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %x212_211 : [num_users=1] = placeholder[target=x212_211] {val: tensor(torch.float32, (2, 1, 2), (2, 1, 1), device("cpu"))}
    %x22_21 : [num_users=5] = placeholder[target=x22_21] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %x2345_602051 : [num_users=2] = placeholder[target=x2345_602051] {val: tensor(torch.float32, (2, 3, 4, 5), (60, 20, 5, 1), device("cpu"))}
    %x2537_1052171 : [num_users=2] = placeholder[target=x2537_1052171] {val: tensor(torch.float32, (2, 5, 3, 7), (105, 21, 7, 1), device("cpu"))}
    %x23_31 : [num_users=34] = placeholder[target=x23_31] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %x4_1 : [num_users=4] = placeholder[target=x4_1] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %x34_41 : [num_users=10] = placeholder[target=x34_41] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %x24_41 : [num_users=4] = placeholder[target=x24_41] {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %x42_21 : [num_users=2] = placeholder[target=x42_21] {val: tensor(torch.float32, (4, 2), (2, 1), device("cpu"))}
    %x32_21 : [num_users=7] = placeholder[target=x32_21] {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %x33_31 : [num_users=6] = placeholder[target=x33_31] {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
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
    %x43_31 : [num_users=4] = placeholder[target=x43_31] {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %x234_1241 : [num_users=9] = placeholder[target=x234_1241] {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %x35_51 : [num_users=2] = placeholder[target=x35_51] {val: tensor(torch.float32, (3, 5), (5, 1), device("cpu"))}
    %x235_1551 : [num_users=6] = placeholder[target=x235_1551] {val: tensor(torch.float32, (2, 3, 5), (15, 5, 1), device("cpu"))}
    %x245_2051 : [num_users=2] = placeholder[target=x245_2051] {val: tensor(torch.float32, (2, 4, 5), (20, 5, 1), device("cpu"))}
    %x435_1551 : [num_users=2] = placeholder[target=x435_1551] {val: tensor(torch.float32, (4, 3, 5), (15, 5, 1), device("cpu"))}
    %x45_51 : [num_users=4] = placeholder[target=x45_51] {val: tensor(torch.float32, (4, 5), (5, 1), device("cpu"))}
    %x223_631 : [num_users=3] = placeholder[target=x223_631] {val: tensor(torch.float32, (2, 2, 3), (6, 3, 1), device("cpu"))}
    %x233_931 : [num_users=1] = placeholder[target=x233_931] {val: tensor(torch.float32, (2, 3, 3), (9, 3, 1), device("cpu"))}
    %x252_1021 : [num_users=1] = placeholder[target=x252_1021] {val: tensor(torch.float32, (2, 5, 2), (10, 2, 1), device("cpu"))}
    %x352_1021 : [num_users=1] = placeholder[target=x352_1021] {val: tensor(torch.float32, (3, 5, 2), (10, 2, 1), device("cpu"))}
    %x3252_201021 : [num_users=1] = placeholder[target=x3252_201021] {val: tensor(torch.float32, (3, 2, 5, 2), (20, 10, 2, 1), device("cpu"))}
    %x52_21 : [num_users=1] = placeholder[target=x52_21] {val: tensor(torch.float32, (5, 2), (2, 1), device("cpu"))}
    %x23_12 : [num_users=2] = placeholder[target=x23_12] {val: tensor(torch.float32, (2, 3), (1, 2), device("cpu"))}
    %x34_13 : [num_users=1] = placeholder[target=x34_13] {val: tensor(torch.float32, (3, 4), (1, 3), device("cpu"))}
    %x234_126 : [num_users=1] = placeholder[target=x234_126] {val: tensor(torch.float32, (2, 3, 4), (1, 2, 6), device("cpu"))}
    %x245_128 : [num_users=1] = placeholder[target=x245_128] {val: tensor(torch.float32, (2, 4, 5), (1, 2, 8), device("cpu"))}
    %x35_13 : [num_users=1] = placeholder[target=x35_13] {val: tensor(torch.float32, (3, 5), (1, 3), device("cpu"))}
    %b23 : [num_users=1] = placeholder[target=b23] {val: tensor(torch.bool, (2, 3), (3, 1), device("cpu"))}
    %f23 : [num_users=2] = placeholder[target=f23] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %d3 : [num_users=2] = placeholder[target=d3] {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
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
    %e44 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,bc->ac", [%x23_31, %x34_41]), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %e45 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,bc->ca", [%x23_31, %x34_41]), kwargs = {}) {val: tensor(torch.float32, (4, 2), (2, 1), device("cpu"))}
    %e46 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ba,bc->ac", [%x32_21, %x34_41]), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %e47 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ba,cb->ca", [%x32_21, %x43_31]), kwargs = {}) {val: tensor(torch.float32, (4, 2), (2, 1), device("cpu"))}
    %e48 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,cb", [%x23_31, %x43_31]), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %e49 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("abc,bd->adc", [%x234_1241, %x35_51]), kwargs = {}) {val: tensor(torch.float32, (2, 5, 4), (20, 1, 5), device("cpu"))}
    %e50 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("abc,bd->cda", [%x234_1241, %x35_51]), kwargs = {}) {val: tensor(torch.float32, (4, 5, 2), (10, 1, 5), device("cpu"))}
    %e51 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,ab->", [%x23_31, %x23_31]), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %e52 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,ab->a", [%x23_31, %x23_31]), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %e53 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,ab->b", [%x23_31, %x23_31]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %e54 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,ba", [%x23_31, %x32_21]), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %e55 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("abc,abd->cd", [%x234_1241, %x235_1551]), kwargs = {}) {val: tensor(torch.float32, (4, 5), (5, 1), device("cpu"))}
    %e56 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("abc,abd->dc", [%x234_1241, %x235_1551]), kwargs = {}) {val: tensor(torch.float32, (5, 4), (4, 1), device("cpu"))}
    %e57 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("abc,acd->abd", [%x234_1241, %x245_2051]), kwargs = {}) {val: tensor(torch.float32, (2, 3, 5), (15, 5, 1), device("cpu"))}
    %e58 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("abc,acd->dba", [%x234_1241, %x245_2051]), kwargs = {}) {val: tensor(torch.float32, (5, 3, 2), (3, 1, 15), device("cpu"))}
    %e59 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("bc,abd->acd", [%x34_41, %x235_1551]), kwargs = {}) {val: tensor(torch.float32, (2, 4, 5), (5, 10, 1), device("cpu"))}
    %e60 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("cb,abd->dca", [%x43_31, %x235_1551]), kwargs = {}) {val: tensor(torch.float32, (5, 4, 2), (2, 10, 1), device("cpu"))}
    %e61 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,b->a", [%x23_31, %x3_1]), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %e62 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("b,ab->a", [%x3_1, %x23_31]), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %e63 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,a->b", [%x23_31, %x2_1]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %e64 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("abd,cbd->ac", [%x235_1551, %x435_1551]), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %e65 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("abd,cbd->ca", [%x235_1551, %x435_1551]), kwargs = {}) {val: tensor(torch.float32, (4, 2), (2, 1), device("cpu"))}
    %e66 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,c,b->a", [%x23_31, %x4_1, %x3_1]), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %e67 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,b,b->a", [%x23_31, %x3_1, %x3_1]), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %e68 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,bc,cd->ad", [%x23_31, %x34_41, %x45_51]), kwargs = {}) {val: tensor(torch.float32, (2, 5), (5, 1), device("cpu"))}
    %e69 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,bc,cd->da", [%x23_31, %x34_41, %x45_51]), kwargs = {}) {val: tensor(torch.float32, (5, 2), (1, 5), device("cpu"))}
    %e70 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,ac,bc->", [%x23_31, %x24_41, %x34_41]), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %e71 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,cd,ac->bd", [%x23_31, %x45_51, %x24_41]), kwargs = {}) {val: tensor(torch.float32, (3, 5), (5, 1), device("cpu"))}
    %e72 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a,b,ab->ab", [%x2_1, %x3_1, %x23_31]), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %e73 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a,bc,b->c", [%x2_1, %x34_41, %x3_1]), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %e74 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("Ab,Ab->b", [%x33_31, %x33_31]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %e75 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("Zb,cZ->bc", [%x23_31, %x42_21]), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %e76 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("aab,ab->b", [%x223_631, %x23_31]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %e77 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("abb,cb->ca", [%x233_931, %x43_31]), kwargs = {}) {val: tensor(torch.float32, (4, 2), (2, 1), device("cpu"))}
    %e78 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,c->cb", [%x23_31, %x4_1]), kwargs = {}) {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %e79 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("cd,ab->cadb", [%x45_51, %x23_31]), kwargs = {}) {val: tensor(torch.float32, (4, 2, 5, 3), (30, 15, 3, 1), device("cpu"))}
    %e80 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("eab,ebc->eac", [%x223_631, %x234_1241]), kwargs = {}) {val: tensor(torch.float32, (2, 2, 4), (8, 4, 1), device("cpu"))}
    %e81 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ebc,eab->eca", [%x234_1241, %x223_631]), kwargs = {}) {val: tensor(torch.float32, (2, 4, 2), (8, 2, 1), device("cpu"))}
    %e82 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ade,bde->abe", [%x252_1021, %x352_1021]), kwargs = {}) {val: tensor(torch.float32, (2, 3, 2), (3, 1, 6), device("cpu"))}
    %e83 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("bade,de->ba", [%x3252_201021, %x52_21]), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %e84 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab->...a", [%x23_31]), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %e85 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("b,ab,c->ab", [%x3_1, %x23_12, %x4_1]), kwargs = {}) {val: tensor(torch.float32, (2, 3), (1, 2), device("cpu"))}
    %e86 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("bA,b", [%x33_31, %x3_1]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %e87 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("bA,A", [%x33_31, %x3_1]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %e88 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("aZ->Za", [%x22_21]), kwargs = {}) {val: tensor(torch.float32, (2, 2), (1, 2), device("cpu"))}
    %e89 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("zZ,za->aZ", [%x32_21, %x32_21]), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %e90 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("z...->...z", [%x32_21]), kwargs = {}) {val: tensor(torch.float32, (2, 3), (1, 2), device("cpu"))}
    %e91 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,bc->ac", [%x23_12, %x34_41]), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %e92 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,bc->ca", [%x23_31, %x34_13]), kwargs = {}) {val: tensor(torch.float32, (4, 2), (2, 1), device("cpu"))}
    %e93 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("abc,acd->abd", [%x234_126, %x245_128]), kwargs = {}) {val: tensor(torch.float32, (2, 3, 5), (15, 5, 1), device("cpu"))}
    %e94 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("abc,bd->cda", [%x234_1241, %x35_13]), kwargs = {}) {val: tensor(torch.float32, (4, 5, 2), (10, 1, 5), device("cpu"))}
    %e95 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab->a", [%b23]), kwargs = {}) {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %e96 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,b->ab", [%f23, %d3]), kwargs = {}) {val: tensor(torch.float64, (2, 3), (3, 1), device("cpu"))}
    %e97 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("b,ab->ab", [%d3, %f23]), kwargs = {}) {val: tensor(torch.float64, (2, 3), (3, 1), device("cpu"))}
    %e98 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,c->a", [%i23, %i3]), kwargs = {}) {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %e99 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab->a", [%i23]), kwargs = {}) {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %e100 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab->ba", [%i23]), kwargs = {}) {val: tensor(torch.int32, (3, 2), (1, 3), device("cpu"))}
    %e101 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,b->ab", [%i23, %i3]), kwargs = {}) {val: tensor(torch.int64, (2, 3), (3, 1), device("cpu"))}
    %e102 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,c->", [%i23, %i2]), kwargs = {}) {val: tensor(torch.int64, (), (), device("cpu"))}
    return None
