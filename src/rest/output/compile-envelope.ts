import {
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  getNullableType,
  getVariableValues,
  isObjectType,
} from 'graphql';
import { AnswerText, Pieces } from '../../graphql/execution/answer-text.ts';
import { ConditionalPlans } from '../../graphql/selection/conditional-plans.ts';
import {
  compositeOf,
  fragmentsOf,
  type SelectedField,
  selectFields,
  type SelectionScope,
} from '../../graphql/selection/select-fields.ts';
import type { Execution } from '../../graphql/execution/read-field.ts';
import { type FieldPlan, compileField, compileFields, writeMembers } from './write-object.ts';

export interface AnswerPlan {
  /** Keys of the objects in the envelope. */
  dataKeys: readonly string[];
  /** Executes the operation and writes its envelope as JSON; adds every error in document order to `errors`. */
  execute(context: unknown, variables: Readonly<Record<string, unknown>>, errors: unknown[]): Promise<string>;
}

/**
 * Compiles what an operation answers: its selection, once, into functions that read and write each field.
 * @param hasEnvelope whether the answer begins with `success`, unless a field has that name
 */
export function compileAnswer(
  scope: SelectionScope,
  operation: OperationDefinitionNode,
  { hasEnvelope }: { hasEnvelope: boolean },
): AnswerPlan {
  const { schema } = scope;
  const document = { kind: Kind.DOCUMENT, definitions: [operation, ...scope.fragments.values()] } as const;
  const plans = new ConditionalPlans(document, (reduced) => compileRoots(schema, reduced));
  plans.compileAll();
  const saysSuccess = envelopeFields(scope, operation).some(({ key }) => key === 'success');
  const opening = hasEnvelope && !saysSuccess ? '{"success":true' : '{';
  const isSerial = operation.operation === OperationTypeNode.MUTATION;
  return {
    dataKeys: rootSelection(scope, operation).flatMap((field) => {
      const composite = compositeOf(field);
      return composite ? selectFields(scope, composite, field.selections).map(({ key }) => key) : [];
    }),
    async execute(context, given, errors) {
      // What callers send has been checked before, with errors that name their fields.
      const definitions = operation.variableDefinitions ?? [];
      const { coerced, errors: invalid } = getVariableValues(schema, definitions, given, { maxErrors: 1 });
      if (!coerced) {
        errors.push(...invalid);
        return '';
      }
      const execution = { context, variables: coerced, args: new Map() };
      return (isSerial ? executeSerially : executeAll)(plans.get(coerced), opening, execution, errors);
    },
  };
}

type Execute = (
  plans: readonly FieldPlan[],
  opening: string,
  execution: Execution,
  errors: unknown[],
) => Promise<string>;

const executeAll: Execute = async (plans, opening, execution, errors) => {
  const out = new AnswerText();
  out.text = opening;
  writeMembers(plans, out, undefined, execution, opening === '{');
  out.text += '}';
  const pieces = new Pieces();
  await out.finish(pieces, errors);
  return pieces.join();
};

/** The next mutation starts when the one before has ended, and not at all when it has failed. */
const executeSerially: Execute = async (plans, opening, execution, errors) => {
  const pieces = new Pieces();
  pieces.add(opening);
  for (const plan of plans) {
    const out = new AnswerText();
    writeMembers([plan], out, undefined, execution, false);
    await out.finish(pieces, errors);
    if (errors.length > 0) break;
  }
  pieces.add('}');
  return pieces.join();
};

/** @param document its operation comes first */
function compileRoots(schema: GraphQLSchema, document: DocumentNode): FieldPlan[] {
  const scope = { schema, fragments: fragmentsOf(document) };
  const [operation] = document.definitions as readonly [OperationDefinitionNode];
  const root = schema.getRootType(operation.operation);
  return root ? rootSelection(scope, operation).map((field) => compileRoot(scope, root, field)) : [];
}

/** The fields of a field with `@spread` take its place in the envelope. */
function compileRoot(scope: SelectionScope, root: GraphQLObjectType, field: SelectedField): FieldPlan {
  const plan = compileField(scope, root, field);
  const type = getNullableType(field.type);
  if (!field.spread || !isObjectType(type)) return plan;
  const inner = compileFields(scope, type, field);
  return {
    ...plan,
    writeMember: (out, value, execution, isFirst) => {
      if (value === null || value === undefined) return false;
      writeMembers(inner, out, value, execution, isFirst);
      return true;
    },
  };
}

/** The selected root fields. */
export function rootSelection(scope: SelectionScope, operation: OperationDefinitionNode): SelectedField[] {
  const root = scope.schema.getRootType(operation.operation);
  return root ? selectFields(scope, root, [operation.selectionSet]) : [];
}

/** Names of the fields of `data` in the envelope. */
export function fieldsOfData(scope: SelectionScope, operation: OperationDefinitionNode): ReadonlySet<string> {
  const data = envelopeFields(scope, operation).find(({ key }) => key === 'data');
  const composite = data && compositeOf(data);
  return new Set(composite ? selectFields(scope, composite, data.selections).map(({ key }) => key) : []);
}

/** The keys of the envelope besides `success`: the root fields, and the fields of a spread field in its place. */
export function envelopeFields(scope: SelectionScope, operation: OperationDefinitionNode): SelectedField[] {
  return rootSelection(scope, operation).flatMap((field) => {
    const composite = field.spread ? compositeOf(field) : undefined;
    if (!composite) return [field];
    const inner = selectFields(scope, composite, field.selections);
    return inner.map((one) => ({ ...one, conditional: one.conditional || field.conditional }));
  });
}
