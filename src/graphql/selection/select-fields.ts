import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isObjectType,
  isUnionType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql';

/** The schema and the fragments of a selection. */
export interface SelectionScope {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

export function collectFragments({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/** One key of a response object, however often it is selected. */
export interface SelectedField {
  /** The alias, or the field's name. */
  key: string;
  name: string;
  type: GraphQLOutputType;
  description: string | undefined;
  /** Declarations of the schema at the field. */
  extensions: Readonly<Record<string, unknown>>;
  /** The selection sets of all occurrences; empty for a leaf. */
  selections: SelectionSetNode[];
  /** True if some responses do not have it: each occurrence has `@include`, `@skip` or a narrower type. */
  conditional: boolean;
  /** True if the field is omitted when null. */
  omitNull: boolean;
  spread: boolean;
  node: FieldNode;
}

/** The fields of a valid selection on `parent`, in document order, with fragments resolved. */
export function selectFields(
  scope: SelectionScope,
  parent: GraphQLCompositeType,
  selections: readonly SelectionSetNode[],
): SelectedField[] {
  const fields = new Map<string, SelectedField>();
  const state = { parent, conditional: false, omitNull: false, enteredFragments: new Set<string>() };
  for (const set of selections) collectFields(scope, state, set, fields);
  return [...fields.values()];
}

export function hasDirective(
  node: { readonly directives?: readonly DirectiveNode[] | undefined },
  ...names: string[]
): boolean {
  return node.directives?.some((directive) => names.includes(directive.name.value)) ?? false;
}

/** The composite type in a fragment's type condition; `parent` without a condition. */
export function typeCondition(
  scope: SelectionScope,
  node: SelectionNode,
  parent: GraphQLCompositeType,
): GraphQLCompositeType {
  const fragment = node.kind === Kind.FRAGMENT_SPREAD ? scope.fragments.get(node.name.value) : node;
  const name = fragment && 'typeCondition' in fragment ? fragment.typeCondition?.name.value : undefined;
  const type = name === undefined ? parent : scope.schema.getType(name);
  return isCompositeType(type) ? type : parent;
}

/** Tells whether the condition holds for every object of `parent`. */
export function covers(
  { schema }: SelectionScope,
  condition: GraphQLCompositeType,
  parent: GraphQLCompositeType,
): boolean {
  return (
    condition === parent || (isAbstractType(condition) && !isUnionType(parent) && schema.isSubType(condition, parent))
  );
}

export function fragmentSelectionSet(scope: SelectionScope, node: SelectionNode): SelectionSetNode | undefined {
  return node.kind === Kind.FRAGMENT_SPREAD ? scope.fragments.get(node.name.value)?.selectionSet : node.selectionSet;
}

interface SelectionState {
  parent: GraphQLCompositeType;
  conditional: boolean;
  omitNull: boolean;
  /** Fragments whose fields were all added: entering them again would double the work with each level. */
  enteredFragments: Set<string>;
}

function collectFields(
  scope: SelectionScope,
  state: SelectionState,
  set: SelectionSetNode,
  fields: Map<string, SelectedField>,
): void {
  for (const node of set.selections) {
    const conditional = state.conditional || hasDirective(node, 'include', 'skip');
    const omitNull = state.omitNull || hasDirective(node, 'omitNull');
    if (node.kind === Kind.FIELD) {
      addField(fields, toSelectedField(node, { parent: state.parent, conditional, omitNull }));
      continue;
    }
    const condition = typeCondition(scope, node, state.parent);
    const always = covers(scope, condition, state.parent);
    const inner = fragmentSelectionSet(scope, node);
    if (node.kind === Kind.FRAGMENT_SPREAD && !conditional && !omitNull) {
      if (state.enteredFragments.has(node.name.value)) continue;
      state.enteredFragments.add(node.name.value);
    }
    if (!inner || (isObjectType(state.parent) && !always)) continue;
    const parent = isObjectType(state.parent) ? state.parent : condition;
    collectFields(scope, { ...state, parent, conditional: conditional || !always, omitNull }, inner, fields);
  }
}

function addField(fields: Map<string, SelectedField>, field: SelectedField): void {
  const present = fields.get(field.key);
  if (!present) return void fields.set(field.key, field);
  present.selections.push(...field.selections);
  present.conditional &&= field.conditional;
  present.omitNull ||= field.omitNull;
  present.spread ||= field.spread;
}

function toSelectedField(
  node: FieldNode,
  { parent, conditional, omitNull }: Omit<SelectionState, 'enteredFragments'>,
): SelectedField {
  const own = isUnionType(parent) ? undefined : parent.getFields()[node.name.value];
  const definition = own ?? TypeNameMetaFieldDef;
  return {
    key: node.alias?.value ?? node.name.value,
    name: node.name.value,
    type: definition.type,
    description: definition.description ?? undefined,
    extensions: definition.extensions,
    selections: node.selectionSet ? [node.selectionSet] : [],
    conditional,
    omitNull,
    spread: hasDirective(node, 'spread'),
    node,
  };
}

/** The composite type without lists and "!"; undefined for a leaf. */
export function compositeType(field: SelectedField): GraphQLCompositeType | undefined {
  const namedType = getNamedType(field.type);
  return isCompositeType(namedType) ? namedType : undefined;
}

/** Tells whether a field of Query returns a page of a list. */
export function isPageField({ type }: { type: GraphQLOutputType }): boolean {
  const namedType = getNamedType(type);
  return isObjectType(namedType) && 'items' in namedType.getFields() && 'hasMore' in namedType.getFields();
}
