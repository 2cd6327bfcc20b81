import { graphql } from '../../data/graphql.ts';

export const TRIGGER = graphql(`
  query Trigger($id: ID!) {
    trigger(id: $id) {
      id
      revision
      type
      enabled
      tags
      trigger {
        value
        confidence
        examples
      }
      response {
        contentId
        message
      }
      actions {
        type
        payload
        priority
        label
        immediate
      }
      options {
        skipAgent
        actionsOnly
        priority
      }
    }
  }
`);

export const CREATE_TRIGGER = graphql(`
  mutation CreateTrigger($input: CreateTriggerInput!) {
    createTrigger(input: $input) {
      id
    }
  }
`);

export const UPDATE_TRIGGER = graphql(`
  mutation UpdateTrigger($id: ID!, $input: UpdateTriggerInput!, $revision: Int) {
    updateTrigger(id: $id, input: $input, expectedRevision: $revision) {
      id
    }
  }
`);

export const DELETE_TRIGGER = graphql(`
  mutation DeleteTrigger($id: ID!, $revision: Int) {
    deleteTrigger(id: $id, expectedRevision: $revision) {
      id
    }
  }
`);
