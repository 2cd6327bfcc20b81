import { fragment, graphql } from '../../data/graphql.ts';
import { TYPE_NAMES } from '../../data/type-names.ts';

const SCHEDULED = fragment(`
  fragment Scheduled on ScheduledContent {
    id
    contentId
    type
    title
    language
    action
    at
    failedReason
    scheduledBy {
      kind
      name
    }
  }
`);

export const SCHEDULE = graphql(
  `
    query Schedule($from: DateTime!, $to: DateTime!, $now: DateTime!) {
      scheduledContents(from: $from, to: $to, page: { limit: 100 }) {
        total
        hasMore
        endCursor
        items {
          ...Scheduled
        }
      }
      overdue: scheduledContents(to: $now, page: { limit: 100 }) {
        total
        items {
          ...Scheduled
        }
      }
      ...TypeNames
    }
  `,
  SCHEDULED,
  TYPE_NAMES,
);

export const MORE_SCHEDULED = graphql(
  `
    query MoreScheduled($from: DateTime!, $to: DateTime!, $after: String) {
      scheduledContents(from: $from, to: $to, page: { limit: 100, after: $after }) {
        hasMore
        endCursor
        items {
          ...Scheduled
        }
      }
    }
  `,
  SCHEDULED,
);

export const SCHEDULE_CONTENT = graphql(`
  mutation ScheduleContent($id: ID!, $input: ScheduleContentInput!) {
    scheduleContent(id: $id, input: $input) {
      id
    }
  }
`);
