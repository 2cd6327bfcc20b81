import type { TestSite } from '../../support/site.ts';

/** A field as GraphQL answers it, as far as tests send it back. */
export interface Field {
  id?: string;
  name: string;
  type: string;
  [option: string]: unknown;
}

export async function fieldsOf(site: TestSite, slug: string): Promise<Field[]> {
  const { data } = await site.graphql<{ contentType: { fields: Field[] } }>(
    `query ($slug: String!) { contentType(slug: $slug) { fields { id name type sortable showInList
      validation { options required referenceTo } } } }`,
    { slug },
  );
  return data!.contentType.fields;
}

const UPDATE = `mutation ($slug: String!, $fields: [FieldDefinitionInput!]!, $revision: Int, $convert: [String!],
    $keepValues: Boolean, $force: Boolean) {
  updateContentType(slug: $slug, input: { fields: $fields }, expectedRevision: $revision, convert: $convert,
    keepValues: $keepValues, force: $force) { fields { id name type } } }`;

/** The error of an update of the fields, or undefined. */
export async function updateFields(site: TestSite, slug: string, fields: readonly object[], options: object = {}) {
  const { errors } = await site.graphql(UPDATE, { slug, fields, force: true, ...options });
  return errors?.[0] && { message: errors[0].message, ...errors[0].extensions };
}

/** Renames fields, as an editor does who has read them. */
export async function renameFields(site: TestSite, slug: string, names: Record<string, string>) {
  const fields = await fieldsOf(site, slug);
  return updateFields(
    site,
    slug,
    fields.map((field) => ({ ...field, name: names[field.name] ?? field.name })),
  );
}
