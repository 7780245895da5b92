def err_whole : Error<"the sky is {0} today">;
def err_longer : Error<"the sky is {0} today, and {{braces}} rain">;
def warn_split : Warning<"this is said with \"quotes\" "
                         "in two strings">;
def note_short : Note<"{0}">;
def err_twin : Error<"two of a kind">;
def err_other_twin : Error<"two of a kind">;
def remark_expected : Remark<"{0} is expected">;
