# Chooses the one LLVM that this build tree makes a plugin for.
#
# AUTOSCOPE_LLVM: the major version; default the newest installed of 19 and below, else 22 (newest first among those newer).
# Sets AUTOSCOPE_LLVM_PREFIX, AUTOSCOPE_CLANG, AUTOSCOPE_CLANGXX and the target autoscope::llvm, which carries headers and
# definitions only: the symbols come from the clang that loads the plugin, and linking a second LLVM would break it.
set(AUTOSCOPE_LLVM_PREFIX "" CACHE PATH "Where that LLVM is installed; empty: /usr/lib/llvm-<N>")

set(supported 19 18 17 16 15 14 22 21 20)
function(autoscope_llvm_prefix major result)
  set(${result} "" PARENT_SCOPE)
  foreach(prefix ${AUTOSCOPE_LLVM_PREFIX} /usr/lib/llvm-${major} /usr/lib/llvm${major} /usr/local/llvm-${major})
    if(EXISTS ${prefix}/include/clang/AST/AST.h AND EXISTS ${prefix}/bin/clang)
      file(STRINGS ${prefix}/include/llvm/Config/llvm-config.h line REGEX "define LLVM_VERSION_MAJOR ")
      if(line MATCHES "LLVM_VERSION_MAJOR ${major}$")
        set(${result} ${prefix} PARENT_SCOPE)
        return()
      endif()
    endif()
  endforeach()
endfunction()

if(AUTOSCOPE_LLVM)
  autoscope_llvm_prefix(${AUTOSCOPE_LLVM} prefix)
  if(NOT prefix)
    message(FATAL_ERROR "autoscope: no LLVM ${AUTOSCOPE_LLVM} with Clang's headers "
      "(Debian: clang-${AUTOSCOPE_LLVM} llvm-${AUTOSCOPE_LLVM}-dev libclang-${AUTOSCOPE_LLVM}-dev); "
      "AUTOSCOPE_LLVM_PREFIX names one elsewhere")
  endif()
else()
  foreach(major ${supported})
    autoscope_llvm_prefix(${major} prefix)
    if(prefix)
      set(AUTOSCOPE_LLVM ${major})
      break()
    endif()
  endforeach()
  if(NOT prefix)
    message(FATAL_ERROR "autoscope: no LLVM from 14 to 22 with Clang's headers is installed "
      "(Debian: clang-19 llvm-19-dev libclang-19-dev); AUTOSCOPE_LLVM and AUTOSCOPE_LLVM_PREFIX name one elsewhere, "
      "and -DAUTOSCOPE_PLUGIN=OFF builds the rest without it")
  endif()
endif()
set(AUTOSCOPE_LLVM ${AUTOSCOPE_LLVM} CACHE STRING "Major version of the LLVM the plugin is built for")
set(AUTOSCOPE_LLVM_PREFIX ${prefix})
set(AUTOSCOPE_CLANG ${prefix}/bin/clang)
set(AUTOSCOPE_CLANGXX ${prefix}/bin/clang++)
message(STATUS "autoscope: plugin for LLVM ${AUTOSCOPE_LLVM} in ${prefix}")

add_library(autoscope_llvm INTERFACE)
add_library(autoscope::llvm ALIAS autoscope_llvm)
target_include_directories(autoscope_llvm SYSTEM INTERFACE ${prefix}/include)
target_compile_definitions(autoscope_llvm INTERFACE _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
target_compile_options(autoscope_llvm INTERFACE -fno-rtti)
