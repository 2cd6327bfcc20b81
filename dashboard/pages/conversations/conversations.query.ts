import { fragment, graphql } from '../../data/graphql.ts';

/** By default, as the first pages are read. */
export const PAGE_SIZE = 50;

const SUMMARY = fragment(`
  fragment Summary on ChatSessionSummary {
    id
    sessionId
    firstMessage
    turns
    unanswered
    failedTools
    ratedUp
    ratedDown
    updatedAt
  }
`);

/** What is open, then the latest. */
export const CONVERSATIONS = graphql(
  `
    query Conversations($site: ID!, $text: String) {
      unanswered: chatSessions(siteId: $site, filter: { unanswered: true, text: $text }) {
        items {
          ...Summary
        }
        total
      }
      badlyRated: chatSessions(siteId: $site, filter: { rating: down, text: $text }) {
        items {
          ...Summary
        }
        total
      }
      failed: chatSessions(siteId: $site, filter: { toolFailed: true, text: $text }) {
        items {
          ...Summary
        }
        total
      }
      all: chatSessions(siteId: $site, filter: { text: $text }) {
        items {
          ...Summary
        }
        total
      }
    }
  `,
  SUMMARY,
);

/** One of the lists, from any row on. */
export const MORE_CONVERSATIONS = graphql(
  `
    query MoreConversations($site: ID!, $filter: ChatSessionFilter, $page: PageInput) {
      chatSessions(siteId: $site, filter: $filter, page: $page) {
        items {
          ...Summary
        }
      }
    }
  `,
  SUMMARY,
);

export const CONVERSATION = graphql(`
  query Conversation($site: ID!, $session: ID!) {
    chatTranscript(siteId: $site, sessionId: $session) {
      session {
        sessionId
        firstMessage
        createdAt
        userId
      }
      turns {
        id
        message
        createdAt
        isUnanswered
        hasFailedTool
        feedback {
          rating
          comment
        }
        answer {
          message
          toolCalls {
            name
            output
          }
          citations {
            sources {
              number
              title
              sourceId
            }
          }
        }
      }
    }
  }
`);

export const CREATE_DOCUMENT = graphql(`
  mutation CreateDocument($input: CreateKnowledgeDocumentInput!) {
    createKnowledgeDocument(input: $input) {
      id
    }
  }
`);

export const CREATE_TRIGGER_DRAFT = graphql(`
  mutation CreateTriggerDraft($input: CreateTriggerInput!) {
    createTrigger(input: $input) {
      id
    }
  }
`);
