import { fragment, graphql } from '../../data/graphql.ts';

export const PLAYGROUND = graphql(`
  query Playground {
    agentModel {
      name
      writes
      tools
      contextTokens
    }
    videoModel {
      name
      images
    }
    personas(page: { limit: 500 }) {
      items {
        id
        name
        status
        isDefault
        suggestedQuestions
      }
    }
  }
`);

export const TRACE = graphql(`
  query Trace($session: ID!) {
    chatSession(id: $session) {
      turns {
        id
        trace
      }
    }
  }
`);

export const PASSAGES = graphql(`
  query Passages($source: ID!, $after: String) {
    knowledgeChunks(sourceId: $source, page: { limit: 100, after: $after }) {
      items {
        id
        text
        section
        page
        startTime
      }
      hasMore
      endCursor
    }
  }
`);

const TRIGGER_ROW = fragment(`
  fragment TriggerRow on Trigger {
    id
    type
    enabled
    trigger {
      value
    }
    options {
      priority
      skipAgent
    }
  }
`);

/** As many as the first page has. */
export const TRIGGERS_SIZE = 100;

export const TRIGGERS = graphql(
  `
    query Triggers {
      triggers(page: { limit: 100 }) {
        total
        items {
          ...TriggerRow
        }
      }
      triggerReport {
        checked
        isComplete
        isAgentConfigured
        total
        problems {
          kind
          neverFires
          missing
          trigger {
            id
            trigger {
              value
            }
          }
          coveredBy {
            id
            trigger {
              value
            }
          }
        }
      }
    }
  `,
  TRIGGER_ROW,
);

export const MORE_TRIGGERS = graphql(
  `
    query MoreTriggers($page: PageInput) {
      triggers(page: $page) {
        items {
          ...TriggerRow
        }
      }
    }
  `,
  TRIGGER_ROW,
);

export const SET_TRIGGER = graphql(`
  mutation SetTrigger($id: ID!, $enabled: Boolean!) {
    updateTrigger(id: $id, input: { enabled: $enabled }) {
      id
    }
  }
`);

export const EXPLAIN = graphql(`
  query Explain($messages: [String!]!) {
    explainTriggers(messages: $messages) {
      message
      agentAnswers
      detected {
        name
        confidence
      }
      triggers {
        outcome
        shadowedById
        confidence
        trigger {
          id
          type
          trigger {
            value
            confidence
          }
          options {
            priority
          }
        }
        alternatives {
          isWholeMessage
          isMatched
          found
          missing
        }
      }
    }
  }
`);

export const TOOLS = graphql(`
  query Tools {
    webhookTools(page: { limit: 200 }) {
      items {
        id
        name
        description
        method
        endpoint
        enabled
        effect
        inputSchema
      }
    }
  }
`);

export const CALLS = graphql(`
  query Calls($tool: ID!) {
    webhookToolCalls(toolId: $tool) {
      total
      items {
        id
        origin
        createdAt
        durationMs
        status
        error
      }
    }
  }
`);

export const TEST_TOOL = graphql(`
  mutation TestTool($id: ID!, $input: JSONObject!, $send: Boolean) {
    testWebhookTool(id: $id, input: $input, send: $send) {
      violation
      request {
        method
        url
        headers
        body
      }
      call {
        status
        durationMs
        error
        output
      }
    }
  }
`);

export const SET_TOOL = graphql(`
  mutation SetTool($id: ID!, $enabled: Boolean!) {
    updateWebhookTool(id: $id, input: { enabled: $enabled }) {
      id
    }
  }
`);

export const PERSONAS = graphql(`
  query Personas {
    personas(page: { limit: 500 }) {
      items {
        id
        name
        description
        status
        isDefault
      }
    }
    personaTemplates {
      items {
        id
        name
        description
        appType
        systemPrompt
      }
    }
  }
`);

export const CREATE_PERSONA = graphql(`
  mutation CreatePersona($input: CreatePersonaInput!) {
    createPersona(input: $input) {
      id
    }
  }
`);

export const UPDATE_PERSONA = graphql(`
  mutation UpdatePersona($id: ID!, $input: UpdatePersonaInput!, $revision: Int) {
    updatePersona(idOrSlug: $id, input: $input, expectedRevision: $revision) {
      id
    }
  }
`);
