fx 1
// RUN: fx-opt %s --passes='extract{from=b to=d}' | FileCheck %s --check-prefix=BOTH
// RUN: fx-opt %s --passes='extract{from=%%c}' | FileCheck %s --check-prefix=FROM
// RUN: fx-opt %s --extract=b | FileCheck %s --check-prefix=TO
// RUN: fx-opt %s --passes='extract{where="name={b,d}"}' 2>&1 | FileCheck %s --check-prefix=WHERE
// RUN: fx-opt %s --passes='extract{where="name={a,c}"},prune-unused-state' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWO
module {
  w = parameter(torch.float32, (4,))
  v = parameter(torch.float32, (4,))
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %w : [num_users=1] = get_attr[target=w]
    %v : [num_users=1] = get_attr[target=v]
    %a : [num_users=2] = call_function[target=torch.mul](args = (%x, %w), kwargs = {}) {val: 1}
    %b : [num_users=1] = call_function[target=torch.mul](args = (%a, %v), kwargs = {})
    %c : [num_users=2] = call_function[target=torch.add](args = (%b, %y), kwargs = {})
    %d : [num_users=1] = call_function[target=torch.add](args = (%c, %a), kwargs = {})
    %e : [num_users=1] = call_function[target=torch.sin](args = (%d,), kwargs = {})
    return (%e, %c)

// BOTH:      {{^}}graph():
// BOTH-NEXT:   %a : [num_users=2] = placeholder[target=a] {val: 1}
// BOTH-NEXT:   %y : [num_users=1] = placeholder[target=y]
// BOTH-NEXT:   %v : [num_users=1] = get_attr[target=v]
// BOTH-NEXT:   %b :
// BOTH-NEXT:   %c :
// BOTH-NEXT:   %d :
// BOTH-NEXT:   return (%c, %d)

// FROM:      {{^}}graph():
// FROM-NEXT:   %b : [num_users=1] = placeholder[target=b]
// FROM-NEXT:   %a : {{.*}}placeholder
// FROM-NEXT:   %y :
// FROM-NEXT:   %c :
// FROM-NEXT:   %d :
// FROM-NEXT:   %e :
// FROM-NEXT:   return (%c, %e)

// TO:      {{^}}graph():
// TO-NEXT:   %x :
// TO-NEXT:   %w :
// TO-NEXT:   %v :
// TO-NEXT:   %a :
// TO-NEXT:   %b :
// TO-NEXT:   return (%a, %b)

// WHERE: extract.fx:[[#@LINE-31]]:5: remark: extract: %c is extracted too: it stands between others
// WHERE: return (%c, %d)

// TWO: remark: extract: %b is extracted too
// TWO-NEXT: %b
// TWO: return (%a, %c)
