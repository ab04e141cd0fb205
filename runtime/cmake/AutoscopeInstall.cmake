# The wrapper, the clang configuration file and the package files, for the build tree and for an installed tree; and what
# is installed where. Included once, when every target exists. Everything refers to its neighbours by relative paths, so
# an installed tree may be moved.
include(CMakePackageConfigHelpers)

# autoscope_wrappers(<bin> <libdir> <includedir> <folder of autoscope.cfg>): writes them for one layout. The library and
# include folders are relative to the parent of <bin>.
function(autoscope_wrappers bin AUTOSCOPE_LIBDIR AUTOSCOPE_INCLUDEDIR lib)
  set(AUTOSCOPE_DRIVER clang++)
  set(AUTOSCOPE_DRIVER_MODE g++)
  configure_file(${PROJECT_SOURCE_DIR}/tools/wrapper/autoscope-clang.sh.in ${bin}/autoscope-clang++ @ONLY
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  set(AUTOSCOPE_DRIVER clang)
  set(AUTOSCOPE_DRIVER_MODE gcc)
  configure_file(${PROJECT_SOURCE_DIR}/tools/wrapper/autoscope-clang.sh.in ${bin}/autoscope-clang @ONLY
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  file(RELATIVE_PATH AUTOSCOPE_CFG_INCLUDE /p/${AUTOSCOPE_LIBDIR} /p/${AUTOSCOPE_INCLUDEDIR})
  configure_file(${PROJECT_SOURCE_DIR}/tools/wrapper/autoscope.cfg.in ${lib}/autoscope.cfg @ONLY)
endfunction()

if(AUTOSCOPE_PLUGIN)
  set(staging ${PROJECT_BINARY_DIR}/install-files)
  autoscope_wrappers(${PROJECT_BINARY_DIR}/bin lib include ${PROJECT_BINARY_DIR}/lib)
  autoscope_wrappers(${staging} ${CMAKE_INSTALL_LIBDIR} ${CMAKE_INSTALL_INCLUDEDIR} ${staging})
  install(PROGRAMS ${staging}/autoscope-clang++ ${staging}/autoscope-clang DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${staging}/autoscope.cfg DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()

# What a user of the build tree needs, without the tests.
add_custom_target(autoscope_product)
foreach(target autoscope autoscope_memory autoscope_static autoscope_loader autoscope_plugin autoscope_torch autoscope_torch_operators autoscope_nvtx autoscope_itt autoscope_cli)
  if(TARGET ${target})
    add_dependencies(autoscope_product ${target})
  endif()
endforeach()

install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/include/autoscope DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
foreach(target autoscope_memory autoscope_loader autoscope_plugin autoscope_torch autoscope_torch_operators autoscope_nvtx autoscope_itt)
  if(TARGET ${target})
    install(TARGETS ${target} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  endif()
endforeach()
if(TARGET autoscope_cli)
  install(TARGETS autoscope_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/autoscope)
if(TARGET autoscope)
  # Users see the public headers only, from wherever the tree lies.
  set_target_properties(autoscope PROPERTIES EXPORT_NAME runtime INTERFACE_INCLUDE_DIRECTORIES
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/runtime/include>;$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  if(NOT TARGET autoscope::runtime)
    add_library(autoscope::runtime ALIAS autoscope)
  endif()
  install(TARGETS autoscope EXPORT autoscopeTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT autoscopeTargets NAMESPACE autoscope:: DESTINATION ${package})
endif()
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/autoscopeConfig.cmake.in ${PROJECT_BINARY_DIR}/install-files/autoscopeConfig.cmake
  INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/install-files/autoscopeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/install-files/autoscopeConfig.cmake ${PROJECT_BINARY_DIR}/install-files/autoscopeConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/AutoscopeInstrument.cmake DESTINATION ${package})

file(RELATIVE_PATH AUTOSCOPE_PC_PREFIX /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(${CMAKE_CURRENT_LIST_DIR}/autoscope.pc.in ${PROJECT_BINARY_DIR}/install-files/autoscope.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/install-files/autoscope.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET autoscope_static)
  get_target_property(AUTOSCOPE_STATIC_LIBRARY autoscope_static LIBRARY)
  install(FILES ${AUTOSCOPE_STATIC_LIBRARY} DESTINATION ${CMAKE_INSTALL_LIBDIR})
  configure_file(${CMAKE_CURRENT_LIST_DIR}/autoscope-static.pc.in ${PROJECT_BINARY_DIR}/install-files/autoscope-static.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/install-files/autoscope-static.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

# For our own examples, and for projects that add_subdirectory() this one.
set(AUTOSCOPE_PLUGIN_FOLDER ${PROJECT_BINARY_DIR}/lib)
include(${CMAKE_CURRENT_LIST_DIR}/AutoscopeInstrument.cmake)
if(TARGET autoscope_static)
  autoscope_static_runtime(${AUTOSCOPE_STATIC_LIBRARY} ${PROJECT_SOURCE_DIR}/runtime/include)
  add_dependencies(autoscope::runtime_static autoscope_static)
endif()
