import { fragment, graphql } from '../../data/graphql.ts';
import { TYPE_NAMES } from '../../data/type-names.ts';

const DELIVERY = fragment(`
  fragment Delivery on WebhookDelivery {
    id
    event
    status
    createdAt
    attempts
    nextAttemptAt
    attemptedAt
    requestHeaders
    requestBody
    durationMs
    responseStatus
    responseBody
    error
  }
`);

/** A site has at most 20 endpoints. */
export const ENDPOINTS = graphql(
  `
    query WebhookEndpoints {
      webhookEndpoints {
        id
        revision
        url
        description
        events
        contentTypes
        languages
        enabled
        disabledReason
        failures
        pausedUntil
      }
      ...TypeNames
    }
  `,
  TYPE_NAMES,
);

export const DELIVERIES = graphql(
  `
    query WebhookDeliveries($id: ID!, $status: WebhookDeliveryStatus, $page: PageInput) {
      webhookEndpoints {
        id
        url
        enabled
      }
      webhookDeliveries(endpointId: $id, status: $status, page: $page) {
        total
        items {
          ...Delivery
        }
      }
    }
  `,
  DELIVERY,
);

export const CREATE_ENDPOINT = graphql(`
  mutation CreateWebhookEndpoint($input: CreateWebhookEndpointInput!) {
    createWebhookEndpoint(input: $input) {
      id
      secret
    }
  }
`);

export const UPDATE_ENDPOINT = graphql(`
  mutation UpdateWebhookEndpoint($id: ID!, $input: UpdateWebhookEndpointInput!, $revision: Int) {
    updateWebhookEndpoint(id: $id, input: $input, expectedRevision: $revision) {
      id
    }
  }
`);

export const DELETE_ENDPOINT = graphql(`
  mutation DeleteWebhookEndpoint($id: ID!, $revision: Int) {
    deleteWebhookEndpoint(id: $id, expectedRevision: $revision) {
      id
    }
  }
`);

export const ROTATE_SECRET = graphql(`
  mutation RotateWebhookSecret($id: ID!) {
    rotateWebhookSecret(id: $id) {
      id
      secret
    }
  }
`);

export const TEST_ENDPOINT = graphql(
  `
    mutation TestWebhookEndpoint($id: ID!) {
      testWebhookEndpoint(id: $id) {
        ...Delivery
      }
    }
  `,
  DELIVERY,
);

export const REDELIVER = graphql(`
  mutation RedeliverWebhook($id: ID!) {
    redeliverWebhook(deliveryId: $id) {
      id
    }
  }
`);
