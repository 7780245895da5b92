fx 1
graph():
    %x : [num_users=4] = placeholder[target=x]
    %relu : [num_users=2] = call_method[target=relu](args = (%x,), kwargs = {})
    %relu_1 : [num_users=2] = call_method[target=relu](args = (%x,), kwargs = {})
    %stack : [num_users=1] = call_function[target=torch.stack](args = ([%relu, %relu_1, %relu],), kwargs = {dim: 0})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%x, (slice(%relu, None, %relu_1), ..., None, %x)), kwargs = {})
    %odd : [num_users=1] = call_function[target=my.function](args = ({"a": (%x, [%stack, {"b": %getitem}])}, range(0, 3, 1), namedtuple("my.Point", x=%x, y=2)), kwargs = {device: device("cuda:1"), dtype: torch.float32, f: fn("torch.relu"), e: enum("my.E.A"), c: complex(1.0, -0.0), s: sym("s0*2"), n: nan, m: torch.channels_last})
    return {"odd": %odd, "slice": slice(%x, None, None)}
