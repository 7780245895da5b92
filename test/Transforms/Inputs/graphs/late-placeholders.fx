fx 1
graph():
    %w : [num_users=1] = get_attr[target=w]
    %relu : [num_users=1] = call_method[target=relu](args = (%w,), kwargs = {})
    %x : [num_users=1] = placeholder[target=x]
    %zeros : [num_users=0] = call_function[target=torch.zeros](args = (2, 3), kwargs = {})
    %rest : [num_users=1] = placeholder[target=**kwargs](default={})
    %y : [num_users=1] = placeholder[target=y](default=1)
    return (%relu, %x, [%rest, {"y": %y}])
