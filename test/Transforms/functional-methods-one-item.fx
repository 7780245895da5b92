// A method takes the only item of a list without one, a function does not; whether a node is the list
// or an item has to be known.
// RUN: fx-opt %s --functional-methods | FileCheck %s
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %y = placeholder[target=y]
    %n = call_method[target=dim](args = (%x,), kwargs = {})
// CHECK: %flip {{.*}}[target=torch.flip](args = (%x, (%n,))
    %flip = call_method[target=flip](args = (%x, %n), kwargs = {})
    %size = call_method[target=size](args = (%x, 0), kwargs = {})
// CHECK: %tile {{.*}}[target=torch.tile](args = (%x, (%size,))
    %tile = call_method[target=tile](args = (%x, %size), kwargs = {})
    %sizes = call_method[target=size](args = (%x,), kwargs = {})
// CHECK: %tile_1 {{.*}}[target=torch.tile](args = (%x, %sizes)
    %tile_1 = call_method[target=tile](args = (%x, %sizes), kwargs = {})
// CHECK: %tile_2 {{.*}}call_method[target=tile](args = (%x, %y)
    %tile_2 = call_method[target=tile](args = (%x, %y), kwargs = {})
// CHECK: %flip_1 {{.*}}[target=torch.flip](args = (%x, (0, 1))
    %flip_1 = call_method[target=flip](args = (%x, 0, 1), kwargs = {})
    return (%flip, %tile, %tile_1, %tile_2, %flip_1)
