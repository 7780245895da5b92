import sys

try:
    from pygments.token import Error, Keyword, Name, String, Text, Token
except ImportError:
    print("4 files were not looked at: there is no Pygments")
    sys.exit()
from fxopt._lexer import FXLexer, FXRulesLexer

for path in sys.argv[1:]:
    with open(path) as file:
        text = file.read()
    lexer = FXRulesLexer() if path.endswith(".fxr") else FXLexer()
    tokens = list(lexer.get_tokens(text))
    assert "".join(value for _, value in tokens) == text
    # What falls through all patterns is plain text.
    odd = [value for kind, value in tokens if kind is Error or kind is Text]
    assert not odd, (path, odd)
tokens = set(FXLexer().get_tokens('%x : [num_users=1] = call_function[target=torch.add](args = ("a",), kwargs = {})'))
for token in ((Name.Variable, "%x"), (Keyword, "call_function"), (Name.Function, "torch.add"),
              (String.Double, '"a"'), (Token.Name.Attribute, "args")):
    assert token in tokens, token
print(len(sys.argv) - 1, "files")
