// V17, V18: targets exist in the tree (err_verify_no_module,
// err_verify_no_attribute, note_verify_owner).
// RUN: not fx-opt %s --print-format=none 2>&1 | FileCheck %s

fx 1
module = my.Net {
    conv = torch.nn.Conv2d(3, 64, kernel_size=3) {
        weight = parameter(torch.float32, (64, 3, 3, 3))
    }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %conv : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {})
// CHECK: :[[@LINE+4]]:47: error: there is no module 'conv.relu' in the tree
// CHECK-NEXT: call_module[target=conv.relu]
// CHECK-NEXT: {{^}}                                              ^~~~~~~~~{{$}}
// CHECK-NEXT: note: 'conv' is a torch.nn.Conv2d and has nothing like it
    %bad : [num_users=2] = call_module[target=conv.relu](args = (%conv,), kwargs = {})
    %weight : [num_users=0] = get_attr[target=conv.weight]
// CHECK: :[[@LINE+2]]:46: error: there is no parameter, buffer, constant or module 'conv.scale' in the tree
// CHECK: note: 'conv' is a torch.nn.Conv2d and has {{.*}}weight
    %scale : [num_users=0] = get_attr[target=conv.scale]
// CHECK: error: there is no module 'fc' in the tree
// CHECK: note: the root is a my.Net and has conv
    %fc : [num_users=0] = call_module[target=fc](args = (%bad,), kwargs = {})
    return %bad
