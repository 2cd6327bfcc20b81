import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  getVariableValues,
} from 'graphql';
import { type WriteField, compileField, compileFields } from '../../graphql/execution/compile-selection.ts';
import { JsonWriter } from '../../graphql/execution/json-writer.ts';
import type { Execution } from '../../graphql/execution/read-field.ts';
import { ConditionalPlans } from '../../graphql/selection/conditional-plans.ts';
import {
  compositeType,
  collectFragments,
  type SelectedField,
  selectFields,
  type SelectionScope,
} from '../../graphql/selection/select-fields.ts';
import { spelling } from '../enum-spelling.ts';

/** Executes an operation and writes its envelope as JSON; adds every error in document order to `errors`. */
export type ExecuteEnvelope = (
  context: unknown,
  variables: Readonly<Record<string, unknown>>,
  errors: unknown[],
) => Promise<string>;

/**
 * Compiles the selection of an operation, once, into functions that read and write each field.
 * @param hasSuccess whether the envelope begins with `success`, unless a field has that name
 */
export function compileEnvelope(
  scope: SelectionScope,
  operation: OperationDefinitionNode,
  { hasSuccess }: { hasSuccess: boolean },
): ExecuteEnvelope {
  const { schema } = scope;
  const document = { kind: Kind.DOCUMENT, definitions: [operation, ...scope.fragments.values()] } as const;
  const plans = new ConditionalPlans(document, (reduced) => compileSteps(schema, reduced));
  plans.compileAll();
  const ownSuccess = envelopeFields(scope, operation).some(({ key }) => key === 'success');
  const opening = hasSuccess && !ownSuccess ? '{"success":true' : '{';
  return async (context, values, errors) => {
    // The input of callers was checked before, with errors that name their fields.
    const definitions = operation.variableDefinitions ?? [];
    const { coerced, errors: invalid } = getVariableValues(schema, definitions, values, { maxErrors: 1 });
    if (!coerced) {
      errors.push(...invalid);
      return '';
    }
    return executeSteps(plans.get(coerced), opening, { context, variables: coerced, args: new Map(), errors });
  };
}

/** A step starts when the one before has ended, and not at all when it has failed. */
async function executeSteps(steps: readonly WriteField[], opening: string, execution: Execution): Promise<string> {
  const { errors } = execution;
  const chunks = [opening];
  for (const write of steps) {
    const out = new JsonWriter(false);
    write(out, undefined, execution, undefined, false);
    await out.finish(chunks, errors);
    if (errors.length > 0) break;
  }
  return `${chunks.join('')}}`;
}

/**
 * Each field of a mutation is a step; the fields of a query are one.
 * @param document its operation comes first
 */
function compileSteps(schema: GraphQLSchema, document: DocumentNode): WriteField[] {
  const [operation] = document.definitions as readonly [OperationDefinitionNode];
  const fragments = collectFragments(document);
  const scope = { schema, fragments, enumText: spelling, onError: 'collect', fieldsLeft: Infinity } as const;
  const root = schema.getRootType(operation.operation);
  if (!root) return [];
  return operation.operation === OperationTypeNode.MUTATION
    ? selectRoots(scope, operation).map((field) => compileField(scope, root, field))
    : [compileFields(scope, root, [operation.selectionSet])];
}

/** The selected root fields. */
export function selectRoots(scope: SelectionScope, operation: OperationDefinitionNode): SelectedField[] {
  const root = scope.schema.getRootType(operation.operation);
  return root ? selectFields(scope, root, [operation.selectionSet]) : [];
}

/** Keys of the objects in the envelope. */
export function objectKeys(scope: SelectionScope, operation: OperationDefinitionNode): string[] {
  return selectRoots(scope, operation).flatMap((field) => {
    const composite = compositeType(field);
    return composite ? selectFields(scope, composite, field.selections).map(({ key }) => key) : [];
  });
}

/** Names of the fields of `data` in the envelope. */
export function dataFields(scope: SelectionScope, operation: OperationDefinitionNode): ReadonlySet<string> {
  const data = envelopeFields(scope, operation).find(({ key }) => key === 'data');
  const composite = data && compositeType(data);
  return new Set(composite ? selectFields(scope, composite, data.selections).map(({ key }) => key) : []);
}

/** The keys of the envelope besides `success`: the root fields, and the fields of a spread field in its place. */
export function envelopeFields(scope: SelectionScope, operation: OperationDefinitionNode): SelectedField[] {
  return selectRoots(scope, operation).flatMap((field) => {
    const composite = field.spread ? compositeType(field) : undefined;
    if (!composite) return [field];
    const fields = selectFields(scope, composite, field.selections);
    return fields.map((each) => ({ ...each, conditional: each.conditional || field.conditional }));
  });
}
