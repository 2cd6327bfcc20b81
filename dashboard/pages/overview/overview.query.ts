import { graphql } from '../../data/graphql.ts';

export const OVERVIEW = graphql(`
  query Overview($monthStart: String!) {
    failedFiles: fileProcessingJobs(filter: { status: failed }, page: { limit: 5 }) {
      items {
        id
        fileName
        error {
          message
        }
      }
      total
    }
    failedVideos: videoJobs(filter: { status: failed }, page: { limit: 5 }) {
      items {
        id
        fileName
        error {
          message
        }
      }
      total
    }
    notDone: scheduledContents(failed: true, page: { limit: 5 }) {
      items {
        id
        contentId
        title
        failedReason
      }
      total
    }
    drafts: contents(filter: { status: draft }, sort: ["-updatedAt"], page: { limit: 5 }) {
      items {
        id
        title
        type
        updatedAt
      }
      total
    }
    usage: modelUsage(from: $monthStart) {
      model
      turns
      inputTokens
      outputTokens
      cost
    }
  }
`);

/** For owners only: whoever asks for more than they may gets nothing of the same request. */
export const OWNER_OVERVIEW = graphql(`
  query OwnerOverview($site: ID!) {
    site(id: $site) {
      limits {
        resource
        used
        max
      }
    }
    unanswered: chatSessions(siteId: $site, filter: { unanswered: true }, page: { limit: 5 }) {
      items {
        id
        sessionId
        firstMessage
        updatedAt
      }
      total
    }
  }
`);

/** Usage is that of the calendar month, in UTC. */
export function overviewVariables(now = new Date()) {
  return { monthStart: `${now.toISOString().slice(0, 7)}-01` };
}
