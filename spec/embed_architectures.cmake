# Turns spec/architectures/*.arch into strings that spec/architectures.h includes.
# Run as: cmake -D FROM=spec/architectures -D TO=build/generated -P embed_architectures.cmake
file(GLOB files ${FROM}/*.arch)
list(SORT files)
set(rows "")
foreach(file ${files})
  get_filename_component(name ${file} NAME_WLE)
  # Read as bytes: a list separator or bracket in a row must stay what it is.
  file(READ ${file} text)
  if(name STREQUAL base)
    file(WRITE ${TO}/architectures_base.inc "ARCHITECTURE_BASE(R\"rows(${text})rows\")\n")
  else()
    string(APPEND rows "ARCHITECTURE(\"${name}\", R\"rows(${text})rows\")\n")
  endif()
endforeach()
file(WRITE ${TO}/architectures.inc "${rows}")
file(STRINGS ${FROM}/SOURCES version REGEX "^llama.cpp ")
string(REPLACE "llama.cpp " "" version "${version}")
file(WRITE ${TO}/architectures_version.inc "\"${version}\"\n")
