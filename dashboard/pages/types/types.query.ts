import { FIELD_DEFINITION } from '../../data/field-definition.ts';
import { graphql } from '../../data/graphql.ts';

export const CONTENT_TYPES = graphql(`
  query ContentTypes {
    contentTypes(page: { limit: 100 }) {
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
        accessLevel
        fields {
          ...Field
          showInList
          searchable
          sortable
          filterable
          aiIndexed
        }
      }
    }
  `,
  FIELD_DEFINITION,
);

export const CREATE_CONTENT_TYPE = graphql(`
  mutation CreateContentType($input: CreateContentTypeInput!) {
    createContentType(input: $input) {
      slug
    }
  }
`);

export const UPDATE_CONTENT_TYPE = graphql(`
  mutation UpdateContentType($slug: String!, $input: UpdateContentTypeInput!, $revision: Int, $force: Boolean!) {
    updateContentType(slug: $slug, input: $input, expectedRevision: $revision, force: $force) {
      slug
    }
  }
`);
