# libautoscope.a: the run time in one relocatable object, of which only the symbols of abi.h and profile.h are global.
#
# One object, since its constructor must come along with whatever a program refers to, and since the names of what is
# inside (such as {fmt}'s) must meet none of the program's. Groups of inline functions are dissolved first: the linker
# could throw away one that a local symbol refers to, for the program's own copy. That takes GNU's linker: for clang CMake
# finds LLVM's, which cannot.
find_program(AUTOSCOPE_OBJCOPY NAMES ${CMAKE_OBJCOPY} objcopy REQUIRED)
find_program(AUTOSCOPE_LD NAMES ld.bfd ${CMAKE_LINKER} REQUIRED)
mark_as_advanced(AUTOSCOPE_OBJCOPY AUTOSCOPE_LD)
set(static_library ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/libautoscope.a)
set(static_object ${CMAKE_CURRENT_BINARY_DIR}/autoscope-static.o)
set(static_parts)
foreach(part core control config filter report model record)
  list(APPEND static_parts $<TARGET_FILE:autoscope_${part}>)
endforeach()
add_custom_command(OUTPUT ${static_library}
  COMMAND ${AUTOSCOPE_LD} -r --force-group-allocation -o ${static_object}
    $<TARGET_OBJECTS:autoscope_root> $<TARGET_OBJECTS:autoscope_abi> $<TARGET_OBJECTS:autoscope_results> --whole-archive ${static_parts}
  COMMAND ${AUTOSCOPE_OBJCOPY} --strip-debug --wildcard --keep-global-symbol=__autoscope_* --keep-global-symbol=autoscope_* ${static_object}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${static_library}
  COMMAND ${CMAKE_AR} qc ${static_library} ${static_object}
  COMMAND ${CMAKE_RANLIB} ${static_library}
  DEPENDS autoscope_root autoscope_abi autoscope_results $<TARGET_OBJECTS:autoscope_root> $<TARGET_OBJECTS:autoscope_abi> $<TARGET_OBJECTS:autoscope_results> ${static_parts}
  COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(autoscope_static ALL DEPENDS ${static_library})
set_target_properties(autoscope_static PROPERTIES LIBRARY ${static_library})
