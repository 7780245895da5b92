fx 1
graph():
    %x : [num_users=1] = placeholder[target="</script><img src=x onerror=window.hacked=1>"]
    %a : [num_users=1] = call_function[target="my.<b onclick=alert(1)>bold</b>"](args = (%x, "<svg/onload=window.hacked=1>%x${window.hacked=1}"), kwargs = {}) {nn_module_stack: {"l": ("<i>l</i>", "my.<u>C</u>")}, "<script>window.hacked=1</script>": "javascript:window.hacked=1"}
    %b : [num_users=1] = call_function[target="my.<b onclick=alert(1)>bold</b>"](args = (%a,), kwargs = {}) {nn_module_stack: {"l": ("<i>l</i>", "my.<u>C</u>")}}
    return %b
