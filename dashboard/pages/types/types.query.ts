import { FIELD_DEFINITION } from '../../data/field-definition.ts';
import { graphql } from '../../data/graphql.ts';
import { TYPE_NAMES } from '../../data/type-names.ts';

export const CONTENT_TYPES = graphql(`
  query ContentTypes {
    contentTypes(page: { limit: 500 }) {
      items {
        slug
        name
        description
        builtIn
        fields {
          name
        }
      }
    }
  }
`);

export const CONTENT_TYPE_TO_EDIT = graphql(
  `
    query ContentTypeToEdit($slug: String!) {
      contentType(slug: $slug) {
        slug
        revision
        name
        description
        builtIn
        accessLevel
        aiConfig {
          indexed
          generateEmbeddings
          extractKeywords
          instructionTemplate
        }
        fields {
          ...Field
          showInList
          searchable
          sortable
          filterable
          aiIndexed
        }
      }
      ...TypeNames
    }
  `,
  FIELD_DEFINITION,
  TYPE_NAMES,
);

export const CREATE_CONTENT_TYPE = graphql(`
  mutation CreateContentType($input: CreateContentTypeInput!) {
    createContentType(input: $input) {
      slug
    }
  }
`);

export const UPDATE_CONTENT_TYPE = graphql(`
  mutation UpdateContentType(
    $slug: String!
    $input: UpdateContentTypeInput!
    $revision: Int
    $force: Boolean!
    $convert: [String!]
  ) {
    updateContentType(
      slug: $slug
      input: $input
      expectedRevision: $revision
      force: $force
      convert: $convert
      keepValues: $force
    ) {
      slug
    }
  }
`);

/** What a change of the fields does to the values of items. */
export const CONTENT_TYPE_PREVIEW = graphql(`
  query ContentTypePreview($slug: String!, $fields: [FieldDefinitionInput!]!) {
    contentTypeUpdatePreview(slug: $slug, fields: $fields) {
      kind
      field {
        name
        label
        type
      }
      former {
        id
        name
        label
        type
      }
      items
      unfit
      unconvertible
    }
  }
`);

/** What the deletion of a type changes. */
export const CONTENT_TYPE_USE = graphql(`
  query ContentTypeUse($slug: String!) {
    all: contents(filter: { type: $slug }, page: { limit: 1 }) {
      total
    }
    published: contents(filter: { type: $slug, status: published }, page: { limit: 1 }) {
      total
    }
    contentTypes(page: { limit: 500 }) {
      items {
        slug
        name
        fields {
          label
          validation {
            referenceTo
          }
        }
      }
    }
  }
`);

export const DELETE_CONTENT_TYPE = graphql(`
  mutation DeleteContentType($slug: String!, $revision: Int, $force: Boolean!) {
    deleteContentType(slug: $slug, expectedRevision: $revision, force: $force) {
      id
    }
  }
`);
