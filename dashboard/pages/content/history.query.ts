import { graphql } from '../../data/graphql.ts';

export const HISTORY = graphql(`
  query History($id: ID!, $page: PageInput) {
    content(id: $id) {
      id
      type
      title
      status
      createdBy {
        id
      }
      schedule {
        publishAt
        unpublishAt
      }
      contentType {
        fields {
          name
          label
        }
      }
    }
    contentVersion(id: $id) {
      revision
      writtenAt
      writtenBy {
        kind
        name
      }
    }
    contentVersions(id: $id, page: $page) {
      total
      items {
        revision
        writtenAt
        changedAfter
        writtenBy {
          kind
          name
        }
      }
    }
  }
`);

export const DIFFERENCES = graphql(`
  query Differences($id: ID!, $from: Int!, $to: Int!) {
    contentDifferences(id: $id, from: $from, to: $to) {
      path
      before
      after
    }
  }
`);

export const RESTORE_VERSION = graphql(`
  mutation RestoreVersion($id: ID!, $revision: Int!, $expected: Int) {
    restoreContentVersion(id: $id, revision: $revision, expectedRevision: $expected) {
      id
      title
    }
  }
`);
