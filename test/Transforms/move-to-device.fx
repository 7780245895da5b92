// What names a device gets another one: state, values, arguments, methods. Devices of
// another type stay where `from` names one, and so does what is on the meta device.
//
// RUN: fx-opt %s --move-to-device=cpu -o - | FileCheck %s
// RUN: fx-opt %s --passes='move-to-device{device=cuda:1 from=cuda}' -o - | FileCheck %s --check-prefix=FROM
// RUN: fx-opt %s --move-to-device=cpu -o - | fx-opt - --move-to-device=cpu --print-changed -o /dev/null 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not fx-opt %s --move-to-device=gpu1 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not fx-opt %s --passes='move-to-device{from="cuda 0"}' 2>&1 | FileCheck %s --check-prefix=FROM-WRONG
//
// CHECK: scale = parameter(torch.float32, (3,), (1,), device("cpu"))
// CHECK-NEXT: table = buffer(torch.float32, (3,), (1,), device("cpu"))
// CHECK-NEXT: ghost = buffer(torch.float32, (3,), (1,), device("meta"))
// CHECK: %x : {{.*}} {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
// CHECK: %arange : {{.*}}kwargs = {device: device("cpu")})
// CHECK: %ones : {{.*}}kwargs = {device: device("cpu")})
// CHECK: %named : {{.*}}kwargs = {name: "cuda"})
// CHECK: %cuda : {{.*}}call_method[target=to](args = (%scale, device("cpu")), kwargs = {non_blocking: True})
// CHECK: %cpu : {{.*}}call_method[target=cpu](args = (%cuda,), kwargs = {})
// CHECK: %to : {{.*}}(args = (%x, device("cpu")), kwargs = {})
// CHECK: %chunk : {{.*}}{val: (tensor(torch.float32, (2,), (1,), device("cpu")), tensor(torch.float32, (1,), (1,), device("cpu"), offset=2))}
// CHECK: call_function[target=torch.amp.autocast_mode._enter_autocast](args = ("cpu", torch.bfloat16, True, True), kwargs = {})
//
// FROM: scale = parameter(torch.float32, (3,), (1,), device("cuda:1"))
// FROM-NEXT: table = buffer(torch.float32, (3,), (1,), device("cpu"))
// FROM-NEXT: ghost = buffer(torch.float32, (3,), (1,), device("meta"))
// FROM: %cuda : {{.*}}call_method[target=to](args = (%scale, device("cuda:1")), kwargs = {non_blocking: True})
// FROM: %cpu : {{.*}}call_method[target=cpu]
// FROM: _enter_autocast](args = ("cuda", torch.bfloat16, True, True)
//
// AGAIN: after move-to-device: no change
//
// WRONG: error: option 'device' of 'move-to-device': 'gpu1' is not a device such as cpu, cuda or cuda:1
// FROM-WRONG: error: option 'from' of 'move-to-device': 'cuda 0' is not a device such as cpu, cuda or cuda:1
fx 1
module {
  scale = parameter(torch.float32, (3,), (1,), device("cuda:0"))
  table = buffer(torch.float32, (3,), (1,), device("cpu"))
  ghost = buffer(torch.float32, (3,), (1,), device("meta"))
}
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cuda:0"))}
    %scale : [num_users=1] = get_attr[target=scale]
    %table : [num_users=1] = get_attr[target=table]
    %ghost : [num_users=1] = get_attr[target=ghost]
    %arange : [num_users=1] = call_function[target=torch.arange](args = (3,), kwargs = {device: device("cuda:0")})
    %ones : [num_users=1] = call_function[target=torch.ones](args = (3,), kwargs = {device: "cuda"})
    %named : [num_users=1] = call_function[target=my.look_up](args = (3,), kwargs = {name: "cuda"})
    %cuda : [num_users=1] = call_method[target=cuda](args = (%scale, 0), kwargs = {non_blocking: True})
    %cpu : [num_users=1] = call_method[target=cpu](args = (%cuda,), kwargs = {})
    %to : [num_users=1] = call_method[target=to](args = (%x, device("cuda:0")), kwargs = {})
    %chunk : [num_users=1] = call_function[target=torch.chunk](args = (%x, 2), kwargs = {}) {val: (tensor(torch.float32, (2,), (1,), device("cuda:0")), tensor(torch.float32, (1,), (1,), device("cuda:0"), offset=2))}
    %enter : [num_users=1] = call_function[target=torch.amp.autocast_mode._enter_autocast](args = ("cuda", torch.bfloat16, True, True), kwargs = {})
    return (%arange, %ones, %named, %cpu, %to, %chunk, %table, %ghost, %enter)
