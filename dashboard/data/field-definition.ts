import { fragment } from './graphql.ts';

/** What an editor needs of a field of a content type. */
export const FIELD_DEFINITION = fragment(`
  fragment Field on FieldDefinition {
    id
    name
    label
    type
    description
    placeholder
    defaultValue
    group
    order
    hidden
    validation {
      required
      min
      max
      pattern
      options
      allowedTypes
      maxSize
      referenceTo
    }
  }
`);
