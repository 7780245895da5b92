fx 1
// What becomes of state that is given to a graph is what the graph does with it:
// one that is only read is constant, one that is written is not, whether the
// graph writes it or hands it to who does.
// RUN: fx-opt %s --freeze | FileCheck %s
// CHECK-DAG: {{^}}  read = constant(torch.float32
// CHECK-DAG: {{^}}  written = buffer(torch.float32
// CHECK-DAG: {{^}}  handed = buffer(torch.float32
// CHECK-DAG: {{^}}  seen = constant(torch.float32
// CHECK-DAG: {{^}}  looped = constant(torch.float32
// CHECK-DAG: {{^}}  turned = buffer(torch.float32
// CHECK-DAG: {{^}}  branch = constant(torch.float32
// CHECK-DAG: {{^}}  both = buffer(torch.float32
// CHECK-DAG: {{^}}  other = buffer(torch.float32
module {
  read = buffer(torch.float32, (4,))
  written = buffer(torch.float32, (4,))
  handed = buffer(torch.float32, (4,))
  seen = buffer(torch.float32, (4,))
  looped = buffer(torch.float32, (4,))
  turned = buffer(torch.float32, (4,))
  branch = buffer(torch.float32, (4,))
  both = buffer(torch.float32, (4,))
  other = buffer(torch.float32, (4,))
  plain = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %w), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        return (%mul,)
  }
  writes = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%w, %x), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        return (%add_,)
  }
  hands = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        return (%w, %sum_1)
  }
  turns = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        return (%w, %add_)
  }
  adds = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %w), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        return (%add, %sin)
  }
  test = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %w : [num_users=0] = placeholder[target=w] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %sum_2 : [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
        %gt : [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%sum_2, 0), kwargs = {}) {val: tensor(torch.bool, (), (), device("cpu"))}
        return %gt
  }
}
program {
  schema_version = (8, 20)
}
graph():
    %b_read : [num_users=1] = placeholder[target=b_read] {input_spec: ("buffer", "read", True), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %b_written : [num_users=1] = placeholder[target=b_written] {input_spec: ("buffer", "written", True), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %b_handed : [num_users=1] = placeholder[target=b_handed] {input_spec: ("buffer", "handed", True), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %b_seen : [num_users=1] = placeholder[target=b_seen] {input_spec: ("buffer", "seen", True), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %b_looped : [num_users=1] = placeholder[target=b_looped] {input_spec: ("buffer", "looped", True), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %b_turned : [num_users=1] = placeholder[target=b_turned] {input_spec: ("buffer", "turned", True), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %b_branch : [num_users=1] = placeholder[target=b_branch] {input_spec: ("buffer", "branch", True), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %b_both : [num_users=1] = placeholder[target=b_both] {input_spec: ("buffer", "both", True), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %b_other : [num_users=1] = placeholder[target=b_other] {input_spec: ("buffer", "other", True), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %x : [num_users=9] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %p : [num_users=2] = placeholder[target=p] {input_spec: ("user_input",), val: tensor(torch.bool, (), (), device("cpu"))}
    %g_read : [num_users=1] = get_attr[target=plain]
    %call_read : [num_users=1] = call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%g_read, "read", %x, %b_read), kwargs = {}) {val: (tensor(torch.float32, (4,), (1,), device("cpu")),)}
    %item_read_0 : [num_users=1] = call_function[target=operator.getitem](args = (%call_read, 0), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %g_written : [num_users=1] = get_attr[target=writes]
    %call_written : [num_users=1] = call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%g_written, "written", %x, %b_written), kwargs = {}) {val: (tensor(torch.float32, (4,), (1,), device("cpu")),)}
    %item_written_0 : [num_users=1] = call_function[target=operator.getitem](args = (%call_written, 0), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %g_handed : [num_users=1] = get_attr[target=hands]
    %call_handed : [num_users=1] = call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%g_handed, "handed", %x, %b_handed), kwargs = {}) {val: (tensor(torch.float32, (4,), (1,), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu")),)}
    %item_handed_0 : [num_users=1] = call_function[target=operator.getitem](args = (%call_handed, 0), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %write : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%item_handed_0, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %g_seen : [num_users=1] = get_attr[target=hands]
    %call_seen : [num_users=1] = call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%g_seen, "seen", %x, %b_seen), kwargs = {}) {val: (tensor(torch.float32, (4,), (1,), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu")),)}
    %item_seen_0 : [num_users=1] = call_function[target=operator.getitem](args = (%call_seen, 0), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %look : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%item_seen_0,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %test_1 : [num_users=1] = get_attr[target=test]
    %g_looped : [num_users=1] = get_attr[target=adds]
    %call_looped : [num_users=2] = call_function[target=torch.ops.higher_order.while_loop](args = (%test_1, %g_looped, (%x, %b_looped), ()), kwargs = {}) {val: (tensor(torch.float32, (4,), (1,), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu")),)}
    %item_looped_0 : [num_users=1] = call_function[target=operator.getitem](args = (%call_looped, 0), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %item_looped_1 : [num_users=1] = call_function[target=operator.getitem](args = (%call_looped, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %test_2 : [num_users=1] = get_attr[target=test]
    %g_turned : [num_users=1] = get_attr[target=turns]
    %call_turned : [num_users=1] = call_function[target=torch.ops.higher_order.while_loop](args = (%test_2, %g_turned, (%x, %b_turned), ()), kwargs = {}) {val: (tensor(torch.float32, (4,), (1,), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu")),)}
    %item_turned_1 : [num_users=1] = call_function[target=operator.getitem](args = (%call_turned, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %other_1 : [num_users=1] = get_attr[target=plain]
    %g_branch : [num_users=1] = get_attr[target=plain]
    %call_branch : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%p, %g_branch, %other_1, (%x, %b_branch)), kwargs = {}) {val: (tensor(torch.float32, (4,), (1,), device("cpu")),)}
    %item_branch_0 : [num_users=1] = call_function[target=operator.getitem](args = (%call_branch, 0), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %other_2 : [num_users=1] = get_attr[target=writes]
    %g_both : [num_users=1] = get_attr[target=plain]
    %call_both : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%p, %g_both, %other_2, (%x, %b_both)), kwargs = {}) {val: (tensor(torch.float32, (4,), (1,), device("cpu")),)}
    %item_both_0 : [num_users=1] = call_function[target=operator.getitem](args = (%call_both, 0), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %unknown : [num_users=1] = call_function[target=torch.ops.higher_order.flex_attention](args = (%x, %b_other), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%item_read_0, %item_written_0, %write, %look, %item_looped_0, %item_looped_1, %item_turned_1, %item_branch_0, %item_both_0, %unknown,),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",),)}
