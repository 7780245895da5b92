// What the print of a graph may say and what not: each mistake has its message.
// RUN: fx-opt %s --split-input-file --verify-diagnostics --print-format=none
// expected-error@+1 {{expected 'graph():'}}
%x : [num_users=0] = placeholder[target=x]
// -----
graph():
// expected-error@+1 {{expected the name of a node}}
    % : [num_users=1] = placeholder[target=x]
// expected-error@+1 {{expected the name of a node}}
    %1 : [num_users=1] = placeholder[target=x]
// expected-error@+1 {{expected ' : '}}
    %a = placeholder[target=a]
// expected-error@+1 {{expected a number of users}}
    %b : [num_users=] = placeholder[target=b]
// expected-error@+1 {{expected a number of users}}
    %c : [num_users=99999999999] = placeholder[target=c]
// expected-error@+1 {{expected '] = '}}
    %d : [num_users=1] placeholder[target=d]
// expected-error@+1 {{expected the number of users, '[num_users=N] = '}}
    %e : int = placeholder[target=e]
// expected-error@+2 {{unknown opcode 'call_it'}}
// expected-note@+1 {{the opcodes are placeholder, get_attr, call_function, call_method, call_module and output}}
    %f : [num_users=0] = call_it[target=f](args = (), kwargs = {})
// expected-error@+1 {{expected an opcode with '[target='}}
    %g : [num_users=0] = (target=g)
// expected-error@+1 {{expected ']' before the line ends}}
    %h : [num_users=0] = placeholder[target=h
// expected-error@+1 {{expected '})' at the end of the call before the line ends}}
    %i : [num_users=0] = call_function[target=f
// expected-error@+1 {{expected '})' at the end of the call before the line ends}}
    %j : [num_users=0] = call_function[target=f](args = ()
// expected-error@+1 {{expected '](args = ('}}
    %k : [num_users=0] = call_function[target=f](arguments = (), kwargs = {})
// expected-error@+1 {{expected '), kwargs = {'}}
    %l : [num_users=0] = call_function[target=f](args = (), keywords = {})
// expected-error@+1 {{expected ',', which makes this a tuple of one}}
    %m : [num_users=0] = call_function[target=f](args = (%a), kwargs = {})
// expected-error@+1 {{expected a keyword and ': '}}
    %n : [num_users=0] = call_function[target=f](args = (), kwargs = {3})
// expected-error@+1 {{expected a node, '%name : ...', or 'return'}}
    some text
    return None
// -----
// expected-error@+2 {{expected the name of a parameter}}
// expected-error@+1 {{expected the name of a parameter}}
graph(x y, 3):
    %z : [num_users=0] = placeholder[target=z]
    return None
// -----
// expected-error@+1 {{expected 'graph():'}}
some text
graph():
    return None
