import type { ContentTypeEntityRow } from '../content-type/content-type.entity.ts';
import { type FieldNames, fieldNames } from './field-names.ts';
import { type TypeNames, type TakenNames, namesBySlug } from './type-names.ts';

/** A content type as the schema of its site is made of it. */
export type SiteType = Pick<ContentTypeEntityRow, 'slug' | 'name' | 'fields'> & { description: string | null };
export type SiteField = SiteType['fields'][number];

export interface TypeModel {
  type: SiteType;
  names: TypeNames;
  fields: FieldNames;
}

/** The part of the schema that does not come from the content types. */
export interface Surroundings {
  taken: TakenNames;
  /** Fields of `ContentItem` that every type has. */
  builtIn: readonly string[];
}

/** The content types with all of their names in the schema. @param types oldest first */
export function siteModel(types: readonly SiteType[], { taken, builtIn }: Surroundings): Map<string, TypeModel> {
  const names = namesBySlug(
    types.map(({ slug }) => slug),
    taken,
  );
  return new Map(
    types.flatMap((type) => {
      const own = names.get(type.slug);
      const custom = type.fields.map(({ name }) => name);
      return own ? [[type.slug, { type, names: own, fields: fieldNames(custom, builtIn) }] as const] : [];
    }),
  );
}
