#include "ObjectPointers.h"

#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace autoscope {

Expr *asAnyPointer(NodeBuilder &build, Expr *pointer) {
  return build.cast(pointer, build.anyPointer(), CK_BitCast);
}

Expr *asBasePointer(Sema &sema, NodeBuilder &build, Expr *pointer, const CXXRecordDecl *base) {
  ASTContext &context = build.context();
  QualType object = pointer->getType()->getPointeeType();
  const CXXRecordDecl *type = object->getAsCXXRecordDecl();
  if (base && type && base->getCanonicalDecl() != type->getCanonicalDecl()) {
    CXXBasePaths paths(/*FindAmbiguities=*/true, /*RecordPaths=*/true, /*DetectVirtual=*/true);
    CanQualType baseType = context.getCanonicalType(compat::recordType(context, base));
    if (!type->isDerivedFrom(base, paths) || paths.isAmbiguous(baseType))
      return build.null();
    CXXCastPath path;
    sema.BuildBasePathArray(paths, path);
    QualType pointee = context.getQualifiedType(QualType(baseType), object.getQualifiers());
    pointer = build.cast(pointer, context.getPointerType(pointee), CK_DerivedToBase, &path);
  }
  return base && type ? asAnyPointer(build, pointer) : build.null();
}

}  // namespace autoscope
