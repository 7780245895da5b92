// Devices that Python names among positional arguments move, too; other words stay.
// RUN: fx-opt %s --move-to-device=cpu --to=fx | FileCheck %s
// CHECK: %a : {{.*}}call_method[target=to](args = (%x, cpu), kwargs = {})
// CHECK: %b : {{.*}}call_method[target=to](args = (%x, cpu, torch.float16), kwargs = {})
// CHECK: %d : {{.*}}call_function[target=torch.device](args = (cpu,), kwargs = {})
// CHECK: %f : {{.*}}call_method[target=type](args = (%x, torch.FloatTensor), kwargs = {})
fx 1
graph():
    %x : [num_users=3] = placeholder[target=x]
    %a : [num_users=1] = call_method[target=to](args = (%x, "cuda"), kwargs = {})
    %b : [num_users=1] = call_method[target=to](args = (%x, "cuda:0", torch.float16), kwargs = {})
    %d : [num_users=1] = call_function[target=torch.device](args = ("cuda", 0), kwargs = {})
    %f : [num_users=1] = call_method[target=type](args = (%x, "torch.FloatTensor"), kwargs = {})
    return (%a, %b, %d, %f)
