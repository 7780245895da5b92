fx 1
module = Net {
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_module[target=relu](args = (%x,), kwargs = {})
    return %relu
