"""Compares two drawings apart from the names of boxes and the order of lines.

usage: compare_dot.py EXPECTED SECTION FOUND

SECTION is the line in EXPECTED before the drawing, as `--- depth 1`. A box is
known by its label and by the labels of the frames around it; Graphviz puts it
into the innermost frame that mentions it.
"""

import re
import sys


def tokens(text):
    """Strings with their quotes, words, and marks."""
    return re.findall(r'"(?:[^"\\]|\\.)*"|->|[{}\[\]=]|[^\s{}\[\]="]+', text)


def value(token):
    if token.startswith('"'):
        return token[1:-1].replace("\\n", "\n").replace('\\"', '"')
    return token


def read(text):
    words = tokens(text)
    frames, labels, place, attributes, edges = [], {}, {}, {}, set()

    def mention(node):
        if len(place.get(node, ())) < len(frames) or node not in place:
            place[node] = list(frames)

    i = words.index("{") + 1
    while i < len(words):
        word = words[i]
        if word == "subgraph":
            frames.append(words[i + 1])
            i += 3
        elif word == "}":
            if frames:
                frames.pop()
            i += 1
        elif word in ("graph", "node"):
            end = words.index("]", i)
            fields = words[i + 2:end]
            found = dict(zip(fields[0::3], map(value, fields[2::3])))
            if word == "graph" and frames:
                labels[frames[-1]] = found["label"]
            i = end + 1
        elif words[i + 1] == "->":
            edges.add((word, words[i + 2]))
            mention(word)
            mention(words[i + 2])
            i += 3
        else:
            end = words.index("]", i)
            fields = words[i + 2:end]
            found = dict(zip(fields[0::3], map(value, fields[2::3])))
            attributes[word] = found
            mention(word)
            i = end + 1

    def name(node):
        return (tuple(labels[f] for f in place[node]),) + tuple(
            sorted(attributes[node].items()))

    boxes = sorted(name(n) for n in attributes)
    return boxes, sorted((name(a), name(b)) for a, b in edges)


def main():
    expected_file, section, found_file = sys.argv[1:]
    text = open(expected_file).read()
    expected = text.split(section + "\n", 1)[1].split("\n--- ", 1)[0]
    a, b = read(expected), read(open(found_file).read())
    for what, old, new in zip(("boxes", "edges"), a, b):
        for item in old:
            if item not in new:
                print(what, "missing:", item)
        for item in new:
            if item not in old:
                print(what, "too many:", item)
    if a != b:
        sys.exit("the drawings differ")


main()
