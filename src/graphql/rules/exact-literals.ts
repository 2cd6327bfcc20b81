import {
  type ASTNode,
  type ASTVisitFn,
  type ASTVisitor,
  type FloatValueNode,
  GraphQLError,
  type IntValueNode,
  Kind,
  type ValidationContext,
  getNamedType,
} from 'graphql';
import { inexactNumber } from '../../shared/http/json-body.ts';
import { isExactNumber } from '../../shared/exact-number.ts';

/** Their literals are checked by the types: an integer has 32 bits, an id keeps its digits. */
const CHECKED_TYPES: ReadonlySet<string> = new Set(['Int', 'ID']);

interface ValuePlace {
  /** Keys from the root of the document to the value. */
  path: readonly (string | number)[];
  /** What the keys are in: the first is in the document. */
  holders: readonly (ASTNode | readonly ASTNode[])[];
}

type Visit = ASTVisitFn<IntValueNode | FloatValueNode>;

/** Validation rule: a number in a document must be one that a double keeps, as in the JSON of a request body. */
export function exactLiteralsRule(context: ValidationContext): ASTVisitor {
  const visit: Visit = (node, _key, parent, path, ancestors) => {
    if (isExactNumber(node.value) || !parent) return;
    const type = getNamedType(context.getInputType());
    if (type && CHECKED_TYPES.has(type.name)) return;
    const { message } = inexactNumber(formatPath({ path, holders: [...ancestors, parent] }), node.value);
    context.reportError(new GraphQLError(message, { nodes: node }));
  };
  return { IntValue: visit, FloatValue: visit };
}

/** `input.customFields.ids[2]`: the argument, the fields and the positions in lists. */
function formatPath({ path, holders }: ValuePlace): string {
  const steps = holders.map((holder, index) => {
    if (!('kind' in holder)) return '';
    if (holder.kind === Kind.LIST) return `[${path[index + 1]}]`;
    return holder.kind === Kind.ARGUMENT || holder.kind === Kind.OBJECT_FIELD ? `.${holder.name.value}` : '';
  });
  return steps.join('').slice(1);
}
