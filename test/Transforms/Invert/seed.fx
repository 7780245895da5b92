// RUN: fx-opt %s --invert --print-format=fx-1.13 | FileCheck %s
// RUN: fx-opt %s --invert --to=code | FileCheck %s --check-prefix=CODE

// CHECK: {{^}}graph():
// CHECK-NEXT: {{^}}    %output : [#users=1] = placeholder[target=output]
// CHECK-NEXT: {{^}}    %log : [#users=1] = call_function[target=torch.log](args = (%output,), kwargs = {})
// CHECK-NEXT: {{^}}    %arctan : [#users=1] = call_function[target=torch.arctan](args = (%log,), kwargs = {})
// CHECK-NEXT: {{^}}    return arctan{{$}}

// CODE: {{^}}def forward(self, output):
// CODE-NEXT: {{^}}    log = torch.log(output);  output = None
// CODE-NEXT: {{^}}    arctan = torch.arctan(log);  log = None
// CODE-NEXT: {{^}}    return arctan

graph():
    %x : [#users=1] = placeholder[target=x]
    %tan : [#users=1] = call_function[target=torch.tan](args = (%x,), kwargs = {})
    %exp : [#users=1] = call_function[target=torch.exp](args = (%tan,), kwargs = {})
    return exp
