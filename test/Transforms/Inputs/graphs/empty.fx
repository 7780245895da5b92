fx 1
graph():
