import { type ClassType, Extensions, Field, InputType } from 'type-graphql';
import type { Bounds as FieldBounds } from '../shared/bounds.ts';
import { type DeclaredField, declaredFields } from './declared-fields.ts';

type Property<T> = keyof T & string;
type Inputs<T> = { [K in Property<T>]?: ClassType };
type Partially<T, O, I> = {
  [K in Exclude<keyof T, O>]?: InputValue<NonNullable<T[K]>, K extends keyof I ? I[K] : never> | null;
};
/** The nested input that replaces the type, or the item type of the list. */
type InputValue<V, Input> = [Input] extends [ClassType<infer N>]
  ? [Input] extends [never]
    ? V
    : V extends readonly unknown[]
      ? N[]
      : N
  : V;

/**
 * Creates an input with the fields of a type and their descriptions, all optional. The class that extends it is the
 * `@InputType` itself and may add fields.
 * @param omit fields that no input has, such as `id`
 * @param inputs the inputs that replace nested types
 */
export function partialInput<T extends object, O extends Property<T> = never, I extends Inputs<T> = Inputs<never>>(
  Type: ClassType<T>,
  { omit = [], inputs }: { omit?: readonly O[]; inputs?: I } = {},
): ClassType<Partially<T, O, I>> {
  const omitted = new Set<string>(omit);
  const nested: Readonly<Record<string, ClassType>> = { ...inputs };
  const inputFields = declaredFields(Type).filter(({ name }) => !omitted.has(name));
  return createInput(inputFields, (field) => ({
    nullable: true,
    type: nested[field.name] ?? field.type,
  })) as ClassType<never>;
}

/** A value of an input with optional fields that clears them all. @param inputFields fields that it leaves as they are */
export function clearedInput<T extends object>(Input: ClassType<T>, inputFields: readonly Property<T>[]): Partial<T> {
  const left = new Set<string>(inputFields);
  const names = declaredFields(Input).map(({ name }) => name);
  return Object.fromEntries(names.filter((name) => !left.has(name)).map((name) => [name, null])) as Partial<T>;
}

/** The same input with some required fields, for the creation of a resource. */
export function requiredInput<T extends object, R extends Property<T>>(
  Input: ClassType<T>,
  required: readonly R[],
): ClassType<Omit<T, R> & { [K in R]-?: NonNullable<T[K]> }> {
  const isRequired = new Set<string>(required);
  const fields = declaredFields(Input);
  return createInput(fields, ({ name, nullable, type }) => ({
    nullable: nullable && !isRequired.has(name),
    type,
  })) as ClassType<never>;
}

/** Fields by name: the type, in a list where it is one, the description, and bounds. */
type FieldTable = Readonly<Record<string, readonly [type: unknown, description: string, bounds?: FieldBounds]>>;

/** Creates an input with these fields, all optional, for the class that extends it: of many that differ in little. */
export function optionalInput<F extends FieldTable>(fields: F): ClassType<{ [K in keyof F]?: unknown }> {
  const declared = Object.entries(fields).map(([name, [type, description, bounds]]): DeclaredField => {
    const isList = Array.isArray(type);
    return { name, description, type: isList ? (type[0] as unknown) : type, isList, nullable: true, bounds };
  });
  return createInput(declared, (field) => field) as ClassType<never>;
}

function createInput(
  fields: readonly DeclaredField[],
  change: (field: DeclaredField) => Pick<DeclaredField, 'nullable' | 'type'>,
): ClassType {
  @InputType()
  abstract class DerivedInput {}
  for (const field of fields) {
    const { nullable, type } = change(field);
    const description = field.description === undefined ? {} : { description: field.description };
    Field(() => (field.isList ? [type] : type) as never, { nullable, ...description })(
      DerivedInput.prototype,
      field.name,
    );
    if (field.bounds) Extensions({ bounds: field.bounds })(DerivedInput.prototype, field.name);
  }
  return DerivedInput as unknown as ClassType;
}
