import { type ClassType, getMetadataStorage } from 'type-graphql';
import type { Bounds } from '../shared/bounds.ts';

export interface DeclaredField {
  name: string;
  description: string | undefined;
  type: unknown;
  isList: boolean;
  nullable: boolean;
  bounds: Bounds | undefined;
}

/** Fields declared by the decorators of a class and its base classes; the subclass takes precedence. */
export function declaredFields(Type: ClassType): DeclaredField[] {
  const fields = new Map<string, DeclaredField>();
  for (const ancestor of lineage(Type)) {
    for (const { target, name, description, getType, typeOptions } of getMetadataStorage().fields) {
      if (target !== ancestor) continue;
      // type-graphql resolves whether the type is a list only now.
      const type: unknown = getType();
      fields.set(name, {
        name,
        description,
        type,
        isList: typeOptions.array ?? false,
        nullable: typeOptions.nullable === true,
        bounds: declaredBounds(ancestor, name),
      });
    }
  }
  return [...fields.values()];
}

function declaredBounds(Type: object, name: string): Bounds | undefined {
  const extensions = getMetadataStorage().fieldExtensions.filter(
    ({ target, fieldName }) => target === Type && fieldName === name,
  );
  return extensions.map((declared) => declared.extensions['bounds'] as Bounds | undefined).findLast(Boolean);
}

function lineage(Type: object): object[] {
  const parent: unknown = Object.getPrototypeOf(Type);
  return typeof parent === 'function' && parent !== Function.prototype ? [...lineage(parent), Type] : [Type];
}
