import { graphql } from '../../data/graphql.ts';
import { TYPE_NAMES } from '../../data/type-names.ts';

export const TRASH = graphql(
  `
    query Trash($page: PageInput) {
      trashedContents(page: $page) {
        total
        items {
          id
          type
          title
          deletedAt
          expiresAt
          deletedBy {
            id
            kind
            name
          }
        }
      }
      ...TypeNames
    }
  `,
  TYPE_NAMES,
);

export const RESTORE_CONTENT = graphql(`
  mutation RestoreContent($id: ID!) {
    restoreContent(id: $id) {
      id
      title
    }
  }
`);

export const DELETE_TRASHED = graphql(`
  mutation DeleteTrashed($id: ID!) {
    deleteTrashedContent(id: $id) {
      id
    }
  }
`);
