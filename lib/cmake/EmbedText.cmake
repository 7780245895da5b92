# Writes each of FILES as a C++ string and a comma to OUTPUT.
#
#   cmake -DOUTPUT=FILE "-DFILES=a;b" -P EmbedText.cmake

set(strings "")
foreach(file ${FILES})
  file(READ ${file} text)
  string(APPEND strings "R\"fx(${text})fx\",\n")
endforeach()
file(WRITE ${OUTPUT} "${strings}")
