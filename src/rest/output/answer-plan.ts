import type { GraphQLError, OperationDefinitionNode } from 'graphql';
import { compileObject } from './reshape.ts';
import { compileErrorOrder } from './error-order.ts';
import { compositeOf, type SelectedField, selectFields, type SelectionScope } from './select-fields.ts';

export interface AnswerPlan {
  /** What the envelope's objects hold. */
  dataKeys: readonly string[];
  /** The envelope of a result without errors. Takes `data` apart: it is of no use afterwards. */
  envelope(data: Record<string, unknown>): Record<string, unknown>;
  /** The error that stands first in the document, wherever in time it happened. */
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

/** The fields that the operation selects on the schema's root. */
export function rootSelection(scope: SelectionScope, operation: OperationDefinitionNode): SelectedField[] {
  const root = scope.schema.getRootType(operation.operation);
  return root ? selectFields(scope, root, [operation.selectionSet]) : [];
}

/** What the envelope holds beside `success`: the root fields, the fields of a spread one in its place. */
export function envelopeFields(scope: SelectionScope, operation: OperationDefinitionNode): SelectedField[] {
  return rootSelection(scope, operation).flatMap((field) => {
    const composite = field.spread ? compositeOf(field) : undefined;
    if (!composite) return [field];
    const inner = selectFields(scope, composite, field.selections);
    return inner.map((one) => ({ ...one, conditional: one.conditional || field.conditional }));
  });
}
