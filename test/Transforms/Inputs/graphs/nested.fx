fx 1
module = Net {
  sub = torch.fx.GraphModule {
    act = torch.nn.ReLU()
    deep = torch.fx.GraphModule {
      graph():
          %z : [num_users=3] = placeholder[target=z]
          %a : [num_users=1] = call_method[target=relu](args = (%z,), kwargs = {})
          %b : [num_users=1] = call_method[target=relu](args = (%z,), kwargs = {})
          %c : [num_users=0] = call_method[target=neg](args = (%z,), kwargs = {})
          %d : [num_users=1] = call_function[target=torch.add](args = (%a, %b), kwargs = {})
          return %d
    }
    graph():
        %y : [num_users=1] = placeholder[target=y]
        %act : [num_users=1] = call_module[target=act](args = (%y,), kwargs = {})
        %deep : [num_users=1] = call_module[target=deep](args = (%act,), kwargs = {})
        return (%deep,)
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %sub : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
    %body : [num_users=1] = get_attr[target=sub]
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (True, %body, %body, [%sub]), kwargs = {})
    return %cond
