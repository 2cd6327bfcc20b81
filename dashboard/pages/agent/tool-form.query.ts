import { graphql } from '../../data/graphql.ts';

export const TOOL = graphql(`
  query Tool($id: ID!) {
    webhookTool(id: $id) {
      id
      revision
      name
      description
      inputSchema
      endpoint
      method
      headers
      resultPath
      enabled
      effect
      runsWithoutConfirmation
      mayReceive
    }
  }
`);

export const CREATE_TOOL = graphql(`
  mutation CreateTool($input: CreateWebhookToolInput!) {
    createWebhookTool(input: $input) {
      id
      signingSecret
    }
  }
`);

export const UPDATE_TOOL = graphql(`
  mutation UpdateTool($id: ID!, $input: UpdateWebhookToolInput!, $revision: Int) {
    updateWebhookTool(id: $id, input: $input, expectedRevision: $revision) {
      id
    }
  }
`);

export const DELETE_TOOL = graphql(`
  mutation DeleteTool($id: ID!, $revision: Int) {
    deleteWebhookTool(id: $id, expectedRevision: $revision) {
      id
    }
  }
`);
