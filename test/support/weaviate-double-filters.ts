import {
  type Filters,
  Filters_Operator as Operator,
} from '../../node_modules/weaviate-client/dist/node/esm/proto/v1/base.js';
import type { StoredObject } from './weaviate-double-tenant.ts';

/** Whether an object meets a filter: the operators that the service asks for; any other is an error. */
export function matches(object: StoredObject, filters: Filters | undefined): boolean {
  if (!filters) return true;
  switch (filters.operator) {
    case Operator.OPERATOR_AND:
      return filters.filters.every((each) => matches(object, each));
    case Operator.OPERATOR_OR:
      return filters.filters.some((each) => matches(object, each));
    case Operator.OPERATOR_EQUAL:
      return valuesOf(object, filters).includes(wanted(filters));
    case Operator.OPERATOR_NOT_EQUAL:
      return !valuesOf(object, filters).includes(wanted(filters));
    case Operator.OPERATOR_CONTAINS_ANY:
      return choices(filters).some((choice) => valuesOf(object, filters).includes(choice));
    default:
      throw new Error(`operator ${filters.operator} is not known here`);
  }
}

function valuesOf(object: StoredObject, { target }: Filters): unknown[] {
  const name = target?.property ?? '';
  const value = name === '_id' || name === 'id' ? object.id : object.properties[name];
  return (Array.isArray(value) ? (value as unknown[]) : [value]).map(asField);
}

function wanted({ valueText, valueInt }: Filters): unknown {
  return valueText === undefined ? valueInt : asField(valueText);
}

function choices({ valueTextArray }: Filters): unknown[] {
  if (!valueTextArray) throw new Error('value type should be []string but is []float64');
  return valueTextArray.values.map(asField);
}

/** The server trims what it compares as a whole. */
function asField(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
