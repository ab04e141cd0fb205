#include "ParameterShapes.h"

#include "../insert/AstInserter.h"
#include "../support/ClangCompat.h"
#include "ElementName.h"
#include "FlopsExpression.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace autoscope {
namespace {

const char *describerName(ShapeKind kind) {
  switch (kind) {
  case ShapeKind::Array:
    return "__autoscope_describe_array";
  case ShapeKind::Tensor:
    return "__autoscope_describe_tensor";
  case ShapeKind::TensorList:
    return "__autoscope_describe_tensors";
  case ShapeKind::OptionalTensor:
    return "__autoscope_describe_optional_tensor";
  case ShapeKind::Range:
    return "__autoscope_describe_range";
  case ShapeKind::Matrix:
    return "__autoscope_describe_matrix";
  case ShapeKind::EigenTensor:
    return "__autoscope_describe_eigen_tensor";
  case ShapeKind::Extents:
    return "__autoscope_describe_extents";
  case ShapeKind::OpenCv:
    return "__autoscope_describe_opencv";
  case ShapeKind::Plane:
    return "__autoscope_describe_plane";
  case ShapeKind::Scalar:
  case ShapeKind::None:
    break;
  }
  return nullptr;
}

// Names and places that a describer, which has neither, could refer to.
bool canBeArgument(QualType type) {
  return !type->isIncompleteType() && !type->isDependentType() && !type->isVariablyModifiedType();
}

}  // namespace

TemplateDecl *ParameterShapes::findTemplate(llvm::ArrayRef<llvm::StringRef> path) {
  DeclContext *within = sema_.Context.getTranslationUnitDecl();
  for (llvm::StringRef name : path) {
    bool last = name == path.back();
    LookupResult result(sema_, DeclarationName(&sema_.Context.Idents.get(name)), SourceLocation(),
                        last ? Sema::LookupOrdinaryName : Sema::LookupNamespaceName);
    result.suppressDiagnostics();
    sema_.LookupQualifiedName(result, within);
    if (last)  // even one template counts as overloaded
      return result.empty() ? nullptr : dyn_cast<TemplateDecl>(*result.begin());
    if (!result.isSingleResult())
      return nullptr;
    within = dyn_cast<NamespaceDecl>(result.getFoundDecl());
    if (!within)
      return nullptr;
  }
  return nullptr;
}

FunctionTemplateDecl *ParameterShapes::describerOf(ShapeKind kind) {
  const char *name = describerName(kind);
  if (!name)
    return nullptr;
  auto [place, isNew] = templates_.try_emplace(static_cast<int>(kind), nullptr);
  if (isNew)
    place->second = dyn_cast_or_null<FunctionTemplateDecl>(findTemplate({name}));
  return place->second;
}

// Null: what the type has cannot be called so.
FunctionDecl *ParameterShapes::instance(FunctionTemplateDecl *from, QualType type) {
  ASTContext &context = sema_.Context;
  SourceLocation at = from->getLocation();
  TemplateArgumentListInfo arguments(at, at);
  arguments.addArgument(TemplateArgumentLoc(TemplateArgument(type), context.getTrivialTypeSourceInfo(type, at)));
  FunctionDecl *function = compat::instanceOf(sema_, from, arguments);
  if (function)
    sema_.MarkFunctionReferenced(at, function);
  return function;
}

// Whether a specialisation of the trait is there, without making one: the program may say it further on.
bool ParameterShapes::isDescribedByUser(QualType type) {
  auto *trait = dyn_cast_or_null<ClassTemplateDecl>(findTemplate({"autoscope", "shape"}));
  if (!trait)
    return false;
  TemplateArgument arguments[] = {TemplateArgument(type), TemplateArgument(sema_.Context.VoidTy)};
  void *place = nullptr;
  const ClassTemplateSpecializationDecl *known = trait->findSpecialization(arguments, place);
  if (known && known->isCompleteDefinition())
    return true;
  if (known && known->getSpecializationKind() == TSK_ExplicitSpecialization)
    return false;
  llvm::SmallVector<ClassTemplatePartialSpecializationDecl *, 4> partial;
  trait->getPartialSpecializations(partial);
  for (ClassTemplatePartialSpecializationDecl *one : partial)
    if (one->getDefinition() && compat::fits(sema_, one, arguments))
      return true;
  return false;
}

ParameterShapes::Described ParameterShapes::describe(QualType type) {
  type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (!canBeArgument(type))
    return {};
  auto known = known_.find(type);
  if (known != known_.end())
    return known->second;
  Described described;
  if (type->isRecordType() && isDescribedByUser(type))
    if (auto *user = dyn_cast_or_null<FunctionTemplateDecl>(findTemplate({"autoscope", "detail", "describe_user"})))
      described.describe = instance(user, type);
  if (!described.describe) {
    ArgumentShape shape = shapeOf(sema_.Context, type);
    if (shape.kind == ShapeKind::Scalar)
      described.type = "Scalar";
    if (FunctionTemplateDecl *from = describerOf(shape.kind))
      described.describe = instance(from, type);
    if (described.describe && shape.kind == ShapeKind::TensorList)
      described.type = "TensorList";
    else if (described.describe && !shape.element.isNull())
      described.type = elementName(sema_.Context, shape.element);
  }
  // What is not known yet, as no class is complete or described, may be at the next function.
  return described.describe ? known_[type] = described : described;
}

std::string ParameterShapes::addFlops(ArgumentNodes &nodes, FunctionDecl *function, const RuntimeDeclarations &runtime,
                                      llvm::StringRef text, SourceLocation at) {
  if (text.empty())
    return {};
  FlopsExpression expression(sema_, runtime, function, at);
  nodes.flops = expression.read(text);
  return expression.problem();
}

ArgumentNodes ParameterShapes::of(FunctionDecl *function, const RuntimeDeclarations &runtime) {
  const RecordDecl *row = runtime.parameters;
  const CompoundStmt *block = AstInserter::mainBlock(function->getBody());
  if (!row || !block || function->parameters().empty() || !sema_.getLangOpts().CPlusPlus11 ||
      sema_.getLangOpts().isCompilingModule())
    return {};
  NodeBuilder build(sema_.Context, function, block->getLBracLoc());
  return make(build, row);
}

ArgumentNodes ParameterShapes::make(NodeBuilder &build, const RecordDecl *row) {
  ArgumentNodes result;
  const FunctionDecl *function = build.function();
  ASTContext &context = build.context();
  llvm::SmallVector<Described, 8> all;
  llvm::SmallVector<const ParmVarDecl *, 8> shaped;
  for (const ParmVarDecl *parameter : function->parameters()) {
    all.push_back(parameter->isParameterPack() ? Described() : describe(parameter->getType()));
    if (all.back().describe && shaped.size() == ArgumentNodes::mostValues)
      all.back() = {};
    if (all.back().describe)
      shaped.push_back(parameter);
  }
  if (shaped.empty())
    return result;
  all.emplace_back();  // the end

  QualType element = compat::recordType(context, row).withConst();
  QualType describePointer = row->field_begin()->getType();
  QualType text = context.getPointerType(context.CharTy.withConst());
  llvm::SmallVector<Expr *, 8> rows;
  for (const Described &one : all) {
    Expr *describe = one.describe ? build.addressOf(one.describe) : build.null(describePointer);
    // An argument without a type of its own still has a line in the table.
    bool isEnd = &one == &all.back();
    bool says = !isEnd && (!one.type.empty() || !one.describe);
    Expr *type = says ? build.text(one.type) : build.null(text);
    rows.push_back(build.list(row, {describe, type}));
  }
  QualType tableType = context.getConstantArrayType(element, llvm::APInt(64, rows.size()), nullptr, compat::plainArray,
                                                    /*IndexTypeQuals=*/0);
  result.table = build.variable("__autoscope_parameters", tableType, SC_Static);
  result.table->setInit(build.list(tableType, rows));
  build.finishConstant(result.table);

  for (const ParmVarDecl *parameter : shaped)
    result.addresses.push_back(build.addressOfArgument(const_cast<ParmVarDecl *>(parameter)));
  while (result.addresses.size() < ArgumentNodes::mostValues)
    result.addresses.push_back(build.null());
  return result;
}

}  // namespace autoscope
