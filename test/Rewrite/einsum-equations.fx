// Equations of einsum are compared whatever their letters are, and blanks; without the result it is
// the one that PyTorch gives: what stands once, in alphabetical order.
// RUN: fx-opt %s -O2 --to=code | FileCheck %s
// CHECK: [[MM:mm[_0-9]*]] = torch.mm(p, q)
// The letters of the result are z and A, and A comes first.
// CHECK-NEXT: {{.*}}torch.functional.einsum('zy,yA', p, q)
// CHECK-NEXT: {{.*}}torch.functional.einsum('ij,jk->ki', p, q)
// CHECK-NEXT: {{.*}}torch.relu([[MM]])
// CHECK-NEXT: {{.*}}torch.relu([[MM]])
// CHECK-NEXT: {{.*}}torch.relu([[MM]])
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %p : [num_users=5] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %q : [num_users=5] = call_function[target=torch.relu](args = (%y,), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.functional.einsum](args = ("pq,qr->pr", %p, %q), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %b : [num_users=1] = call_function[target=torch.functional.einsum](args = ("Z b, b a -> Z a", %p, %q), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %c : [num_users=1] = call_function[target=torch.functional.einsum](args = ("tc,cu", %p, %q), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %d : [num_users=1] = call_function[target=torch.functional.einsum](args = ("zy,yA", %p, %q), kwargs = {}) {val: tensor(torch.float32, (4, 2), (1, 4), device("cpu"))}
    %e : [num_users=1] = call_function[target=torch.functional.einsum](args = ("ij,jk->ki", %p, %q), kwargs = {}) {val: tensor(torch.float32, (4, 2), (1, 4), device("cpu"))}
    %ra : [num_users=1] = call_function[target=torch.relu](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %rb : [num_users=1] = call_function[target=torch.relu](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %rc : [num_users=1] = call_function[target=torch.relu](args = (%c,), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %rd : [num_users=1] = call_function[target=torch.relu](args = (%d,), kwargs = {}) {val: tensor(torch.float32, (4, 2), (1, 4), device("cpu"))}
    %re : [num_users=1] = call_function[target=torch.relu](args = (%e,), kwargs = {}) {val: tensor(torch.float32, (4, 2), (1, 4), device("cpu"))}
    return (%ra, %rb, %rc, %rd, %re)
