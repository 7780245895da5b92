fx 1
module first
graph():
    %x : [num_users=1] = placeholder[target=x]
    return %x
fx 1
module second
graph():
    %y : [num_users=1] = placeholder[target=y]
    return %y
