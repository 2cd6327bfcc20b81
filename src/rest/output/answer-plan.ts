import type { GraphQLError, OperationDefinitionNode } from 'graphql';
import { compileObject } from './reshape.ts';
import { compileErrorOrder } from './error-order.ts';
import { compositeOf, type SelectedField, selectFields, type SelectionScope } from './select-fields.ts';

export interface AnswerPlan {
  /** Keys of the objects in the envelope. */
  dataKeys: readonly string[];
  /** The envelope of a result without errors. Modifies `data`, which must not be used afterwards. */
  envelope(data: Record<string, unknown>): Record<string, unknown>;
  /** The first error in document order, whenever it occurred. */
  firstError(errors: readonly GraphQLError[]): GraphQLError | undefined;
}

export function compileAnswer(scope: SelectionScope, operation: OperationDefinitionNode): AnswerPlan {
  const fields = rootSelection(scope, operation);
  const reshape = compileObject(scope, fields);
  const entries = fields.map(({ key, spread }) => ({ key, spread }));
  return {
    dataKeys: fields.flatMap((field) => {
      const composite = compositeOf(field);
      return composite ? selectFields(scope, composite, field.selections).map(({ key }) => key) : [];
    }),
    firstError: compileErrorOrder(scope, fields),
    envelope: (data) => {
      reshape?.(data);
      const envelope: Record<string, unknown> = { success: true };
      for (const { key, spread } of entries) {
        const value = data[key];
        if (spread) Object.assign(envelope, value);
        else if (value !== undefined) envelope[key] = value;
      }
      return envelope;
    },
  };
}

/** The selected root fields. */
export function rootSelection(scope: SelectionScope, operation: OperationDefinitionNode): SelectedField[] {
  const root = scope.schema.getRootType(operation.operation);
  return root ? selectFields(scope, root, [operation.selectionSet]) : [];
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
