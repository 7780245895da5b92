fx 1
module = my.Net {
    layer = torch.nn.Linear(2, 2) {
        weight = parameter(torch.float32, (2, 2))
    }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %add : [num_users=1] = call_function[target=operator.add](args = (%x, %x), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%add,), kwargs = {})
    return %relu
