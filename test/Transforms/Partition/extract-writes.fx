// A write that the part sees, to an input, to state or to what would become an input, is
// not lost: it has to be extracted, too.
// RUN: split-file %s %t
// RUN: not fx-opt %t/input.fx --passes='extract{to=neg}' 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: not fx-opt %t/state.fx --passes='extract{to=neg}' 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: not fx-opt %t/value.fx --passes='extract{from=mul to=neg}' 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: fx-opt %t/other.fx --passes='extract{to=neg}' | FileCheck %s --check-prefix=OTHER
// RUN: fx-opt %t/after.fx --passes='extract{from=mul to=neg}' | FileCheck %s --check-prefix=AFTER
// RUN: fx-opt %t/input.fx --passes='extract{where="name={row,add_,mul,neg}"}' 2>&1 | FileCheck %s --check-prefix=WHOLE --implicit-check-not=warning:

//--- input.fx
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %row : [num_users=1] = call_method[target=select](args = (%x, 0, 1), kwargs = {})
// INPUT: input.fx:6:5: error: extract: %add_ writes to the memory of %x before %mul reads it; extract it too
    %add_ : [num_users=0] = call_method[target=add_](args = (%row, 1), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%x, 2), kwargs = {})
    %neg : [num_users=1] = call_function[target=torch.neg](args = (%mul,), kwargs = {})
    return %neg
// All of it: nothing changes, and the pass says so.
// WHOLE: %add_ : {{.*}}(args = (%row, 1)
// WHOLE: return %neg
//--- state.fx
fx 1
module {
  c = buffer(torch.float32, (3,))
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %c : [num_users=1] = get_attr[target=c]
    %c_1 : [num_users=1] = get_attr[target=c]
// STATE: state.fx:10:5: error: extract: %add_ writes to the memory of %c_1 before %mul reads it; extract it too
    %add_ : [num_users=0] = call_method[target=add_](args = (%c, 1), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%x, %c_1), kwargs = {})
    %neg : [num_users=1] = call_function[target=torch.neg](args = (%mul,), kwargs = {})
    return %neg
//--- other.fx
// Other state is other memory.
// OTHER-NOT: add_
// OTHER: return %neg
fx 1
module {
  c = buffer(torch.float32, (3,))
  n = buffer(torch.int64, ())
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %n : [num_users=1] = get_attr[target=n]
    %add_ : [num_users=0] = call_method[target=add_](args = (%n, 1), kwargs = {})
    %c : [num_users=1] = get_attr[target=c]
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%x, %c), kwargs = {})
    %neg : [num_users=1] = call_function[target=torch.neg](args = (%mul,), kwargs = {})
    return %neg
//--- value.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin : [num_users=2] = call_function[target=torch.sin](args = (%x,), kwargs = {})
// VALUE: value.fx:6:5: error: extract: %add_ writes to the memory of %sin before %mul reads it; extract it too
    %add_ : [num_users=0] = call_method[target=add_](args = (%sin, 1), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%sin, 2), kwargs = {})
    %neg : [num_users=1] = call_function[target=torch.neg](args = (%mul,), kwargs = {})
    return %neg
//--- after.fx
// A write that comes afterwards, or whose result is the input, changes nothing.
// AFTER: %add_ : {{.*}} = placeholder[target=add_]
// AFTER-NEXT: %mul : {{.*}}(args = (%add_, 2)
// AFTER-NEXT: %neg
// AFTER-NEXT: return %neg
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %add_ : [num_users=1] = call_method[target=add_](args = (%x, 1), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%add_, 2), kwargs = {})
    %zero_ : [num_users=0] = call_method[target=zero_](args = (%x,), kwargs = {})
    %neg : [num_users=1] = call_function[target=torch.neg](args = (%mul,), kwargs = {})
    return %neg
