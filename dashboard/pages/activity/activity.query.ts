import { graphql } from '../../data/graphql.ts';

export const ACTIVITY = graphql(`
  query Activity($siteId: ID!, $filter: ActivityFilter, $after: String) {
    activities(siteId: $siteId, filter: $filter, after: $after) {
      hasMore
      endCursor
      items {
        id
        at
        actor {
          ref
          kind
          name
          prefix
        }
        action
        resourceType
        resourceId
        title
        changedFields
        count
      }
    }
  }
`);

export const EXPORT_ACTIVITY = graphql(`
  query ExportActivity($siteId: ID!, $filter: ActivityFilter, $after: String) {
    exportActivities(siteId: $siteId, filter: $filter, after: $after) {
      csv
      hasMore
      endCursor
    }
  }
`);
