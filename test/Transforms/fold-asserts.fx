// RUN: fx-opt %s --fold-asserts | FileCheck %s
// RUN: fx-opt %s --fold-asserts --stats -o %t.fx 2>&1 | FileCheck %s --check-prefix=COUNT
// Assertions that hold by the types of values go; the others stay.
fx 1
graph():
    %x : [num_users=8] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %u : [num_users=1] = placeholder[target=u]
    %a1 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x, (2, 3), (3, 1), torch.float32), kwargs = {device: device("cpu"), layout: torch.strided})
    %a2 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {})
    // CHECK-NOT: %a1
    // CHECK-NOT: %a2
    // CHECK: %b1 :
    %b1 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x, None, None, torch.float64), kwargs = {})
    // CHECK-NEXT: %b2 :
    %b2 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x, (3, 2)), kwargs = {})
    // CHECK-NEXT: %b3 :
    %b3 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x, None, (1, 2)), kwargs = {})
    // CHECK-NEXT: %b4 :
    %b4 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {device: device("cuda")})
    // CHECK-NEXT: %b5 :
    %b5 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {layout: torch.sparse_coo})
    // CHECK-NEXT: %b6 :
    %b6 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%u, None, None, torch.float32), kwargs = {})
    // CHECK-NEXT: %b7 :
    %b7 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x, (2,)), kwargs = {})
    return %x
// COUNT: 2 {{.*}}assertions that were removed
