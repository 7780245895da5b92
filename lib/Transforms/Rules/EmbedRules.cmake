# Writes each of FILES, named without its folder, as a pair of literals to OUT.
set(text "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} content)
  string(APPEND text "{\"${name}\", R\"fxr(${content})fxr\"},\n")
endforeach()
file(WRITE ${OUT} "${text}")
