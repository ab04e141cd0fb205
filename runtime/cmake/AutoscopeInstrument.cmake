# autoscope_instrument(<target> [STATIC_RUNTIME] [MODE all] [FILTER <file>] [OPTIONS <option>...]): the target profiles itself.
#
# Compiles the C and C++ sources of <target> with the plugin and links the run time. OPTIONS are plugin options without
# their -fplugin-arg-autoscope- prefix. STATIC_RUNTIME takes libautoscope.a and not libautoscope.so. Stops the configuration when the project's compiler has no plugin here: an
# uninstrumented program that looks like an instrumented one is worse than an error.
#
# AUTOSCOPE_PLUGIN_FOLDER, set by whoever includes this file, holds autoscope.so and its implementations.
function(autoscope_instrument target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "STATIC_RUNTIME" "MODE;FILTER" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "autoscope_instrument(${target}): unknown argument ${arg_UNPARSED_ARGUMENTS}; "
      "known are STATIC_RUNTIME, MODE all, FILTER <file> and OPTIONS <option>...")
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  get_target_property(c_sources ${target} SOURCES)
  list(FILTER c_sources INCLUDE REGEX "\\.c$")
  if(NOT "CXX" IN_LIST languages)
    autoscope_check_compiler(${target} C clang)
  else()
    autoscope_check_compiler(${target} CXX clang++)
    if(c_sources AND "C" IN_LIST languages)
      autoscope_check_compiler(${target} C clang)
    endif()
  endif()

  set(options ${arg_OPTIONS})
  if(arg_MODE STREQUAL "all")
    list(APPEND options all)
  elseif(arg_MODE)
    message(FATAL_ERROR "autoscope_instrument(${target}): MODE ${arg_MODE} is not a mode; MODE all is")
  endif()
  if(arg_FILTER)
    get_filename_component(filter ${arg_FILTER} ABSOLUTE)
    list(APPEND options filter-file=${filter})
  endif()
  list(TRANSFORM options PREPEND -fplugin-arg-autoscope-)
  foreach(option -fplugin=${AUTOSCOPE_PLUGIN_FOLDER}/autoscope.so ${options})
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:C,CXX>:${option}>")
  endforeach()
  set(runtime autoscope::runtime)
  if(arg_STATIC_RUNTIME)
    set(runtime autoscope::runtime_static)
  endif()
  # Not target_link_libraries: whether its keyword form may be used depends on what the project has called before.
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${runtime})
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "STATIC_LIBRARY" OR type STREQUAL "OBJECT_LIBRARY")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:${runtime}>")
  endif()
endfunction()

# Not for users. What libautoscope.a needs. Libraries that bring libautoscope.so are to find the symbols of a program that
# has it, or its own scopes take the slow path (runtime/src/RunTimeCopies.h).
function(autoscope_static_runtime library includes)
  add_library(autoscope::runtime_static STATIC IMPORTED GLOBAL)
  set_target_properties(autoscope::runtime_static PROPERTIES IMPORTED_LOCATION ${library} INTERFACE_INCLUDE_DIRECTORIES ${includes}
    INTERFACE_LINK_LIBRARIES "z;pthread;dl;stdc++;m"
    INTERFACE_LINK_OPTIONS "-Wl,--export-dynamic-symbol=__autoscope_*;-Wl,--export-dynamic-symbol=autoscope_*")
endfunction()

# Not for users.
function(autoscope_check_compiler target language clang)
  string(REPLACE "CXX" "C++" name ${language})
  if(NOT CMAKE_${language}_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "autoscope_instrument(${target}): needs ${clang} as the ${name} compiler, and this project uses "
      "${CMAKE_${language}_COMPILER_ID} (${CMAKE_${language}_COMPILER})")
  endif()
  string(REGEX MATCH "^[0-9]+" major "${CMAKE_${language}_COMPILER_VERSION}")
  if(NOT EXISTS ${AUTOSCOPE_PLUGIN_FOLDER}/autoscope-llvm${major}.so AND NOT TARGET autoscope_plugin)
    file(GLOB there RELATIVE ${AUTOSCOPE_PLUGIN_FOLDER} ${AUTOSCOPE_PLUGIN_FOLDER}/autoscope-llvm*.so)
    message(FATAL_ERROR "autoscope_instrument(${target}): the ${name} compiler is LLVM ${major}, and "
      "${AUTOSCOPE_PLUGIN_FOLDER} has no plugin for it; installed there: ${there}")
  endif()
endfunction()
