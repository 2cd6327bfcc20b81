import { graphql } from '../../data/graphql.ts';

export const TRASH = graphql(`
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
    contentTypes(page: { limit: 100 }) {
      items {
        slug
        name
      }
    }
  }
`);

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
