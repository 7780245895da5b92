fx 1
// The whole table, byte for byte: cells of several lines, wide characters, blanks at the
// ends of names, numbers of users that are left out.
// RUN: fx-opt %s --print-format=tabular > %t
// RUN: sed -n 's,^// TABLE:,,p' %s | sed 's,|$,,' > %t.expected
// RUN: diff %t.expected %t
// TABLE:opcode         name       target       args        kwargs
// TABLE:-------------  ---------  -----------  ----------  --------------------------
// TABLE:placeholder    x          x            ()          {}
// TABLE:get_attr       a          wide         ()          {}
// TABLE:                          and
// TABLE:                          highest one
// TABLE:call_method    b          add          (a, 'é日本')  {'alpha': 2.0, 'out': 'é'}
// TABLE:call_function  long_name  torch.relu   (b,)        {}
// TABLE:output         output     output       ((b, x),)   {}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = get_attr[target="  wide\nand\r\nhighest one "]
    %b : [num_users=2] = call_method[target=add](args = (%a, "é日本"), kwargs = {alpha: 2.0, out: "é"})
    %long_name : [num_users=0] = call_function[target=torch.relu](args = (%b,), kwargs = {})
    return (%b, %x)
