import { graphql } from '../../data/graphql.ts';

export const SAVE_DRAFT = graphql(`
  mutation SaveDraft($id: ID!, $input: ContentDraftInput!, $revision: Int) {
    saveContentDraft(id: $id, input: $input, expectedRevision: $revision) {
      id
      revision
    }
  }
`);

export const PUBLISH_DRAFT = graphql(`
  mutation PublishDraft($id: ID!, $revision: Int, $itemRevision: Int) {
    publishContentDraft(id: $id, expectedRevision: $revision, input: { itemRevision: $itemRevision }) {
      id
      revision
    }
  }
`);

export const DISCARD_DRAFT = graphql(`
  mutation DiscardDraft($id: ID!, $revision: Int) {
    discardContentDraft(id: $id, expectedRevision: $revision) {
      id
    }
  }
`);

export const CREATE_PREVIEW_TOKEN = graphql(`
  mutation CreatePreviewToken($itemId: ID!) {
    createPreviewToken(input: { itemId: $itemId }) {
      token
      url
      expiresAt
    }
  }
`);
