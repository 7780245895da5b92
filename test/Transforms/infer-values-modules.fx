// The value of a call of a module is that of the nodes behind it, which do not
// come into the graph.
//
// RUN: fx-opt %s --split-input-file --infer-values --to=native | FileCheck %s
// RUN: fx-opt %s --split-input-file --passes='infer-values{replace=true}' | FileCheck %s
fx 1
// CHECK:      graph():
// CHECK-NEXT: %x :
// CHECK-NEXT: %conv : {{.*}}{val: tensor(torch.float32, (2, 8, 6, 6), (288, 36, 6, 1), device("cpu"))}
// CHECK-NEXT: %act : {{.*}}{val: tensor(torch.float32, (2, 8, 6, 6), (288, 36, 6, 1), device("cpu"))}
// CHECK-NEXT: %pool : {{.*}}{val: tensor(torch.float32, (2, 8, 3, 3), (72, 9, 3, 1), device("cpu"))}
// CHECK-NEXT: %mul : {{.*}}{val: tensor(torch.float32, (2, 8, 3, 3), (72, 9, 3, 1), device("cpu"))}
module {
  conv = torch.nn.Conv2d(3, 8, 3) {
    weight = parameter(torch.float32, (8, 3, 3, 3))
    bias = parameter(torch.float32, (8,))
  }
  act = torch.nn.ReLU()
  pool = torch.nn.MaxPool2d(2)
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3, 8, 8), (192, 64, 8, 1), device("cpu"))}
    %conv : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {})
    %act : [num_users=1] = call_module[target=act](args = (%conv,), kwargs = {})
    %pool : [num_users=1] = call_module[target=pool](args = (%act,), kwargs = {})
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%pool, 2), kwargs = {})
    return %mul

// -----
fx 1
// Containers, and modules with a graph of their own.
// CHECK:      %seq : {{.*}}{val: tensor(torch.float32, (2, 5), (5, 1), device("cpu"))}
// CHECK-NEXT: %sub : {{.*}}{val: (tensor(torch.float32, (2,), (1,), device("cpu")), tensor(torch.float32, (2, 5), (5, 1), device("cpu")))}
// CHECK-NEXT: %getitem : {{.*}}{val: tensor(torch.float32, (2,), (1,), device("cpu"))}
module {
  seq = torch.nn.Sequential {
    "0" = torch.nn.Linear(3, 5) {
      weight = parameter(torch.float32, (5, 3))
      bias = parameter(torch.float32, (5,))
    }
    "1" = torch.nn.Tanh()
  }
  sub = torch.fx.GraphModule {
    deep = torch.nn.Sigmoid()
    graph():
        %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (2, 5), (5, 1), device("cpu"))}
        %deep : [num_users=2] = call_module[target=deep](args = (%y,), kwargs = {}) {val: tensor(torch.float32, (2, 5), (5, 1), device("cpu"))}
        %sum : [num_users=1] = call_method[target=sum](args = (%deep, 1), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
        return (%sum, %deep)
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %seq : [num_users=1] = call_module[target=seq](args = (%x,), kwargs = {})
    %sub : [num_users=1] = call_module[target=sub](args = (%seq,), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%sub, 0), kwargs = {})
    return %getitem
