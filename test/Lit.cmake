# lit suites as ctest tests, one per folder, named lit.<folder>. Leaves them out, and says so, where lit is not installed.
find_program(AUTOSCOPE_LIT NAMES lit llvm-lit
  HINTS ${PROJECT_BINARY_DIR}/venv/bin ${PROJECT_SOURCE_DIR}/build/venv/bin)
if(NOT AUTOSCOPE_LIT)
  message(WARNING "autoscope: lit is not installed, so the lit tests are left out; tools/setup installs it into the build tree")
endif()

set(AUTOSCOPE_HAVE_TORCH False)
if(AUTOSCOPE_TORCH AND AUTOSCOPE_TORCH_PREFIX AND NOT AUTOSCOPE_SANITIZE)
  set(AUTOSCOPE_HAVE_TORCH True)
endif()
configure_file(lit.site.cfg.py.in ${CMAKE_CURRENT_BINARY_DIR}/lit.site.cfg.py @ONLY)

function(autoscope_lit_suite folder)
  if(NOT AUTOSCOPE_LIT OR NOT IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/${folder})
    return()
  endif()
  add_test(NAME lit.${folder} COMMAND ${AUTOSCOPE_LIT} -sv ${CMAKE_CURRENT_BINARY_DIR}/${folder})
  set_tests_properties(lit.${folder} PROPERTIES LABELS lit PROCESSORS 2 RUN_SERIAL ON TIMEOUT 1500)
endfunction()
