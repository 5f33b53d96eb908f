# Turns the corpus's texts into the table that case_pairs.cc includes, so that an installed command can mutate as they do.
# Run as: cmake -D FROM=corpus -D TO=build/generated/generators/corpus_texts.inc -P embed_corpus.cmake
file(GLOB_RECURSE files RELATIVE ${FROM} ${FROM}/*.txt)
list(SORT files)
set(table "")
foreach(file ${files})
  file(READ ${FROM}/${file} text)
  string(REGEX REPLACE "\\.txt$" "" path ${file})
  string(APPEND table "CASE(\"${path}\", R\"case(${text})case\")\n")
endforeach()
file(WRITE ${TO} "${table}")
