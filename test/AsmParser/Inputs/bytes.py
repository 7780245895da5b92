"""Writes the texts of bytes.test into a folder."""
import os
import sys

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)


def write(name, text):
    with open(os.path.join(folder, name), "wb") as f:
        f.write(text)


native = (b'fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x]\n'
          b'    %f : [num_users=1] = call_function[target=m.f](args = (%x, "a\\r\\n\\x00\xc3\xa9\\xff"), kwargs = {})\n'
          b'    return %f\n')
plain = (b"graph():\n    %x : [num_users=1] = placeholder[target=x]\n"
         b"    %f : [num_users=1] = call_function[target=m.f](args = (%x, two words), kwargs = {})\n"
         b"    return (f,)\n")
write("plain.fx", native)
write("crlf.fx", native.replace(b"\n", b"\r\n"))
write("bom.fx", b"\xef\xbb\xbf" + native)
write("plain.fx.txt", plain)
write("crlf.fx.txt", plain.replace(b"\n", b"\r\n"))
write("bom.fx.txt", b"\xef\xbb\xbf" + plain)
write("tabs.fx.txt", plain.replace(b"    ", b"\t"))
write("unended.fx.txt", plain[:-1])
write("nul.fx.txt", plain.replace(b"two words", b"\x00\xff \x01"))
write("empty.fx.txt", b"")
write("noise.fx", b"fx 1\nhello\n")
