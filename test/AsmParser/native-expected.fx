// What native text may say and what not: each mistake has its message, and one
// mistake has one.
// RUN: fx-opt %s --split-input-file --verify-diagnostics --print-format=none
// expected-error@+1 {{native text begins with the line 'fx 1'}}
fx x
graph():
    return None
// -----
// expected-error@+1 {{native text begins with the line 'fx 1'}}
module = Net {
}
graph():
    return None
// -----
fx 1
// expected-error@+1 {{expected a number, the version of the text before the line ends}}
fx
graph():
    return None
// -----
fx 1
// expected-error@+1 {{expected a file name in double quotes}}
weights model.pt
graph():
    return None
// -----
fx 1
// expected-error@+1 {{expected '1' or '2', the version of PyTorch}}
torch 3
graph():
    return None
// -----
fx 1
// expected-error@+1 {{expected 'module', 'weights', 'program', 'torch' or 'graph():'}}
nonsense
and more of it
graph():
    return None
// -----
fx 1
// expected-error@+1 {{expected the class of a module}}
module = {
}
graph():
    return None
// -----
fx 1
// expected-error@+1 {{expected a keyword, as positional arguments come first}}
module net = ReLU(inplace=True, 3)
graph():
    return None
// -----
fx 1
// expected-error@+1 {{expected the end of the line}}
module net Net {
    a = ReLU()
}
graph():
    return None
// -----
fx 1
// expected-error@+1 {{expected the end of the line}}
module = Net closed {
}
graph():
    return None
// -----
fx 1
module = Net {
// expected-error@+1 {{expected a name or a string}}
    3 = ReLU()
// expected-error@+1 {{expected the end of the line}}
    a = ReLU() rest
// expected-error@+1 {{expected '='}}
    b ReLU()
// expected-error@+1 {{expected a value}}
    c = ReLU(inplace=)
// expected-error@+1 {{expected ',' or ')'}}
    d = ReLU(1 2)
// expected-error@+1 {{expected the class of a module before the line ends}}
    e =
// expected-error@+1 {{expected '(' before the line ends}}
    w = parameter
// expected-error@+1 {{expected ')' before the line ends}}
    v = parameter(torch.float32, (3,)
// expected-error@+1 {{a node is not allowed here}}
    u = value(%x)
// expected-error@+1 {{expected '='}}
    extra 3
}
graph():
    return None
// -----
fx 1
module = Net {
    a = ReLU()
// expected-error@+1 {{the module has a graph already, or is the root, whose graph follows the header}}
graph():
    return None
// expected-error@+1 {{expected '}' before the line ends}}
// -----
fx 1
// expected-error@+1 {{expected ':' before the line ends}}
graph()
    return None
// -----
fx 1
// expected-error@+1 {{expected ')'}}
graph(x):
    return None
// -----
fx 1
graph():
// expected-error@+1 {{expected a node, '%name = ...', or 'return'}}
    something else
// expected-error@+1 {{expected the name of a node}}
    %1 = placeholder[target=x]
// expected-error@+1 {{expected '='}}
    %a placeholder[target=x]
// expected-error@+1 {{expected 'num_users='}}
    %b : [users=3] = placeholder[target=x]
// expected-error@+1 {{expected a number of users}}
    %c : [num_users=x] = placeholder[target=x]
// expected-error@+1 {{expected a number of users}}
    %d : [num_users=99999999999] = placeholder[target=x]
// expected-error@+1 {{expected 'users='}}
    %e : [num_users=1, user=(%a)] = placeholder[target=x]
// expected-error@+1 {{expected '='}}
    %f : [num_users=1, users(%a)] = placeholder[target=x]
// expected-error@+1 {{expected the name of a node}}
    %g : [num_users=1, users=(%)] = placeholder[target=x]
// expected-error@+1 {{expected ','}}
    %h : [num_users=1, users=(%a] = placeholder[target=x]
// expected-error@+1 {{expected a type}}
    %i : ] = placeholder[target=x]
// expected-error@+1 {{expected ']' before the line ends}}
    %j : List[int = placeholder[target=x]
    return None
// -----
fx 1
graph():
// expected-error@+1 {{expected an opcode}}
    %k = [target=x]
// expected-error@+2 {{unknown opcode 'place'}}
// expected-note@+1 {{the opcodes are placeholder, get_attr, call_function, call_method, call_module and output}}
    %l = place[target=x]
// expected-error@+1 {{expected '[target='}}
    %m = placeholder(target=x)
// expected-error@+1 {{expected '[target='}}
    %n = placeholder[name=x]
// expected-error@+1 {{expected a target}}
    %o = placeholder[target=]
// expected-error@+1 {{expected ']'}}
    %p = placeholder[target=p(default=3)
// expected-error@+1 {{expected '='}}
    %q = placeholder[target=q](default 3)
// expected-error@+1 {{expected a value}}
    %r = placeholder[target=r](default=)
// expected-error@+1 {{expected a name or a string}}
    %s = placeholder[target=s] {3: 4}
// expected-error@+1 {{expected ':'}}
    %t = placeholder[target=t] {a 4}
// expected-error@+1 {{expected ',' or '}'}}
    %u = placeholder[target=u] {a: 4 b: 5}
// expected-error@+1 {{expected '(args = ' before the line ends}}
    %v = call_method[target=v]
// expected-error@+1 {{expected the end of the line}}
    return None None
// -----
fx 1
graph():
// expected-error@+1 {{expected a value before the line ends}}
    return
// -----
fx 1
graph():
    %x = placeholder[target=x]
// expected-error@+1 {{expected 'args ='}}
    %a = call_function[target=f](arg = (), kwargs = {})
// expected-error@+1 {{expected '('}}
    %b = call_function[target=f](args = %x, kwargs = {})
// expected-error@+1 {{expected ',', which makes this a tuple of one}}
    %c = call_function[target=f](args = (%x), kwargs = {})
// expected-error@+1 {{expected ',' or ')'}}
    %d = call_function[target=f](args = (%x %x), kwargs = {})
// expected-error@+1 {{expected a value}}
    %e = call_function[target=f](args = (,), kwargs = {})
// expected-error@+1 {{expected ', kwargs ='}}
    %f = call_function[target=f](args = (), kwarg = {})
// expected-error@+1 {{expected '{'}}
    %g = call_function[target=f](args = (), kwargs = ())
// expected-error@+1 {{expected a name or a string}}
    %h = call_function[target=f](args = (), kwargs = {1: 2})
// expected-error@+1 {{expected ':'}}
    %i = call_function[target=f](args = (), kwargs = {a 2})
// expected-error@+1 {{expected ',' or '}'}}
    %j = call_function[target=f](args = (), kwargs = {a: 2 b: 3})
// expected-error@+1 {{expected ')' before the line ends}}
    %k = call_function[target=f](args = (), kwargs = {}
// expected-error@+1 {{expected the name of a node}}
    %l = call_function[target=f](args = (%,), kwargs = {})
// expected-error@+1 {{expected the name of a node}}
    %m = call_function[target=f](args = (%1,), kwargs = {})
// -----
fx 1
graph():
// expected-error@+1 {{expected ',' or ']'}}
    %a = call_function[target=f](args = ([1 2],), kwargs = {})
// expected-error@+1 {{expected ',', which makes this a tuple of one}}
    %b = call_function[target=f](args = ((1),), kwargs = {})
// expected-error@+1 {{expected ':'}}
    %c = call_function[target=f](args = ({1 2},), kwargs = {})
// expected-error@+1 {{expected ',' or '}'}}
    %d = call_function[target=f](args = ({1: 2 3: 4},), kwargs = {})
// expected-error@+1 {{expected ','}}
    %e = call_function[target=f](args = (slice(1, 2),), kwargs = {})
// expected-error@+1 {{expected ')'}}
    %f = call_function[target=f](args = (range(1, 2, 3, 4),), kwargs = {})
// expected-error@+1 {{expected a string, the class of the named tuple}}
    %g = call_function[target=f](args = (namedtuple(Point, x=1),), kwargs = {})
// expected-error@+1 {{expected a name or a string}}
    %h = call_function[target=f](args = (namedtuple("Point", 1),), kwargs = {})
// expected-error@+1 {{expected a float}}
    %i = call_function[target=f](args = (complex(1),), kwargs = {})
// expected-error@+1 {{expected a float}}
    %j = call_function[target=f](args = (complex(1.0, 2),), kwargs = {})
// expected-error@+1 {{expected the bits of a NaN, 0x and 16 hexadecimal digits}}
    %k = call_function[target=f](args = (nan(0x12),), kwargs = {})
// expected-error@+1 {{expected a string}}
    %l = call_function[target=f](args = (device(cpu),), kwargs = {})
// expected-error@+1 {{expected a string}}
    %m = call_function[target=f](args = (enum(A),), kwargs = {})
// expected-error@+1 {{expected a string}}
    %n = call_function[target=f](args = (sym(1),), kwargs = {})
// expected-error@+1 {{unknown word 'torch.flaot'; write strings in double quotes}}
    %o = call_function[target=f](args = (torch.flaot,), kwargs = {})
// expected-error@+1 {{expected a value}}
    %p = call_function[target=f](args = (?,), kwargs = {})
