"""What is wrong with a program."""

import dataclasses
import re

from . import pipelines


@dataclasses.dataclass
class Finding:
    pipeline: str
    #: refused, load, run, or what differs.
    what: str
    text: str
    variant: str = ""

    def kind(self):
        """Equal for findings that look alike."""
        # Without places, names and numbers.
        text = re.sub(r"^(?:result|input|state|gradient)[^:]*: ", "", self.text)
        text = re.sub(r"'[^']*'|%\w+|\b\w*\d\w*\b|[\[(].*", "_", text)
        return "%s|%s" % (self.what, text[:80])

    def key(self):
        """Equal for findings that are likely the same mistake."""
        passes = pipelines.split(self.pipeline)
        return "%s|%s" % (passes[0].split("{")[0] if len(passes) == 1 else "mixed", self.kind())

    def refined(self, program):
        """The same, when the program was cut down."""
        words = re.findall(r"(?<!self)\.([a-z]\w*)\(", "\n".join(program.body))
        return "%s|%s" % (self.key(), ",".join(sorted(set(words))))

    def __str__(self):
        variant = " (%s)" % self.variant if self.variant else ""
        return "%s: %s%s: %s" % (self.pipeline, self.what, variant, self.text)
