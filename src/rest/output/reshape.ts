import { getNamedType, getNullableType, type GraphQLOutputType, isEnumType, isListType } from 'graphql';
import { respelledNames } from '../enum-spelling.ts';
import { compositeOf, type SelectedField, selectFields, type SelectionScope } from './select-fields.ts';

/** Compiles the changes to an object with these fields; undefined if there are none. */
export function compileObject(
  scope: SelectionScope,
  fields: readonly SelectedField[],
): ((object: Record<string, unknown>) => void) | undefined {
  const steps = fields.flatMap((field) => {
    const reshape = compileReshape(scope, field);
    return reshape || field.omitNull ? [{ key: field.key, omitNull: field.omitNull, reshape }] : [];
  });
  if (steps.length === 0) return undefined;
  return (object) => {
    for (const { key, omitNull, reshape } of steps) {
      const value = object[key];
      if (value === null) {
        if (omitNull) delete object[key];
      } else if (reshape && value !== undefined) object[key] = reshape(value);
    }
  };
}

/** Converts a value of a GraphQL result to REST, modifying objects in place. */
type Reshape = (value: unknown) => unknown;

/** Compiles the changes to a field's value: enum spellings and omitted nulls. Undefined if there are none. */
function compileReshape(scope: SelectionScope, field: SelectedField): Reshape | undefined {
  return throughLists(field.type, innermost(scope, field));
}

function innermost(scope: SelectionScope, field: SelectedField): Reshape | undefined {
  const composite = compositeOf(field);
  if (!composite) return respell(field.type);
  const reshape = compileObject(scope, selectFields(scope, composite, field.selections));
  return reshape && ((value) => (reshape(value as Record<string, unknown>), value));
}

function respell(type: GraphQLOutputType): Reshape | undefined {
  const named = getNamedType(type);
  if (!isEnumType(named)) return undefined;
  const spellings = respelledNames(named);
  return spellings.size === 0 ? undefined : (name) => spellings.get(name as string) ?? name;
}

function throughLists(type: GraphQLOutputType, reshape: Reshape | undefined): Reshape | undefined {
  const nullable = getNullableType(type);
  if (!reshape || !isListType(nullable)) return reshape;
  const item = throughLists(nullable.ofType, reshape);
  if (!item) return undefined;
  return (list) => (list as unknown[]).map((entry) => (entry === null ? null : item(entry)));
}
