fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {note: "word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word "}
    return %x
