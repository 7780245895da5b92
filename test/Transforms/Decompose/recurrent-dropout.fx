// RUN: fx-opt %s --decompose --split-input-file --print-format=fx | FileCheck %s --implicit-check-not=native_dropout.default --implicit-check-not=bernoulli

// Dropout stands between the layers in training, and nowhere else.
// CHECK-LABEL: graph():
// CHECK: call_function[target=torch.ops.aten.cat
// CHECK: call_function[target=torch.ops.aten.native_dropout.default]({{.*}}, 0.5, True)
// CHECK: return
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (1, 1, 2), (2, 2, 1), device("cpu"))}
    %h = placeholder[target=h] {val: tensor(torch.float32, (2, 1, 2), (2, 2, 1), device("cpu"))}
    %c = placeholder[target=c] {val: tensor(torch.float32, (2, 1, 2), (2, 2, 1), device("cpu"))}
    %w = placeholder[target=w] {val: tensor(torch.float32, (8, 2), (2, 1), device("cpu"))}
    %lstm = call_function[target=torch.ops.aten.lstm.input](args = (%x, [%h, %c], [%w, %w, %w, %w], False, 2, 0.5, True, False, False), kwargs = {})
    %item = call_function[target=operator.getitem](args = (%lstm, 0), kwargs = {})
    return %item

// -----

// CHECK-LABEL: graph():
// CHECK: call_function[target=torch.ops.aten.native_dropout.default]({{.*}}, 0.5, True)
// CHECK: return
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (1, 1, 2), (2, 2, 1), device("cpu"))}
    %h = placeholder[target=h] {val: tensor(torch.float32, (2, 1, 2), (2, 2, 1), device("cpu"))}
    %w = placeholder[target=w] {val: tensor(torch.float32, (6, 2), (2, 1), device("cpu"))}
    %gru = call_function[target=torch.ops.aten.gru.input](args = (%x, %h, [%w, %w, %w, %w], False, 2, 0.5, True, False, False), kwargs = {})
    %item = call_function[target=operator.getitem](args = (%gru, 0), kwargs = {})
    return %item

// -----

// CHECK-LABEL: graph():
// CHECK: call_function[target=torch.ops.aten.tanh
// CHECK: return
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (1, 1, 2), (2, 2, 1), device("cpu"))}
    %h = placeholder[target=h] {val: tensor(torch.float32, (2, 1, 2), (2, 2, 1), device("cpu"))}
    %c = placeholder[target=c] {val: tensor(torch.float32, (2, 1, 2), (2, 2, 1), device("cpu"))}
    %w = placeholder[target=w] {val: tensor(torch.float32, (8, 2), (2, 1), device("cpu"))}
    %lstm = call_function[target=torch.ops.aten.lstm.input](args = (%x, [%h, %c], [%w, %w, %w, %w], False, 2, 0.5, False, False, False), kwargs = {})
    %item = call_function[target=operator.getitem](args = (%lstm, 0), kwargs = {})
    return %item
