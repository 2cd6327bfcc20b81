import {
  GraphQLBoolean,
  GraphQLInputObjectType,
  type GraphQLInputFieldConfigMap,
  type GraphQLInputType,
  type GraphQLScalarType,
} from 'graphql';
import { type OperandShape, type Subject, describeOperators } from '../content/filter-operators.ts';
import { DateScalar, nonNullList } from './field-kinds.ts';

/** The inputs of the main schema for operands that are places on the map. */
type PlaceInputs = Record<'box' | 'circle', GraphQLInputObjectType>;

/** The conditions on custom fields that the main schema does not have. */
export function customConditions(places: PlaceInputs): GraphQLInputObjectType[] {
  const condition = (name: string, description: string, subject: Subject, type?: GraphQLScalarType) =>
    new GraphQLInputObjectType({ name, description, fields: operatorFields(subject, type, places) });
  return [
    condition('DateCondition', 'Condition on a date; all given operators must hold.', 'date', DateScalar),
    condition(
      'BooleanCondition',
      'Condition on a truth value; all given operators must hold.',
      'boolean',
      GraphQLBoolean,
    ),
    condition('LocationCondition', 'Condition on a place; all given operators must hold.', 'location'),
    condition('ExistsCondition', 'Condition on a value that cannot be compared.', 'other'),
  ];
}

/** The operators for a subject as optional fields. @param type the type of one value, where an operator has values */
export function operatorFields(
  subject: Subject,
  type?: GraphQLScalarType,
  places?: PlaceInputs,
): GraphQLInputFieldConfigMap {
  const operands: Record<OperandShape, GraphQLInputType | undefined> = {
    one: type,
    list: type && nonNullList(type),
    pair: type && nonNullList(type),
    boolean: GraphQLBoolean,
    box: places?.box,
    circle: places?.circle,
  };
  return Object.fromEntries(
    describeOperators(subject).map(({ name, operand, description }) => {
      const operandType = operands[operand];
      if (!operandType) throw new TypeError(`no type for the operand of ${name}`);
      return [name, { type: operandType, description }];
    }),
  );
}
