import { fragment, graphql } from '../../data/graphql.ts';

export const PAGE_SIZE = 100;

const SUBMISSIONS = fragment(`
  fragment Submissions on FormSubmissionPage {
    items {
      id
      formName
      fieldCount
      pageUrl
      anonymizedFields
      createdAt
    }
  }
`);

const MAIL = fragment(`
  fragment Mail on FormMailPreview {
    subject
    fromName
    to
    html
    text
  }
`);

export const FORMS = graphql(
  `
    query Forms($siteId: ID!, $page: PageInput) {
      site(id: $siteId) {
        revision
        ownerEmail
        forms {
          enabled
          recipients
          fromName
          subjectTemplate
          replyTo
          template
          honeypotField
        }
      }
      formMailPreview(siteId: $siteId) {
        ...Mail
      }
      formSubmissions(siteId: $siteId, page: $page) {
        total
        ...Submissions
      }
    }
  `,
  SUBMISSIONS,
  MAIL,
);

export const MORE_SUBMISSIONS = graphql(
  `
    query MoreFormSubmissions($siteId: ID!, $page: PageInput) {
      formSubmissions(siteId: $siteId, page: $page) {
        ...Submissions
      }
    }
  `,
  SUBMISSIONS,
);

export const EXPORT = graphql(`
  query ExportForms($siteId: ID!, $after: String) {
    exportFormSubmissions(siteId: $siteId, after: $after) {
      csv
      hasMore
      endCursor
    }
  }
`);

export const DELETE_SUBMISSION = graphql(`
  mutation DeleteSubmission($siteId: ID!, $id: ID!) {
    deleteFormSubmission(siteId: $siteId, id: $id) {
      id
    }
  }
`);

export const SAVE_FORMS = graphql(`
  mutation SaveForms($siteId: ID!, $input: UpdateSiteInput!, $expectedRevision: Int) {
    updateSite(id: $siteId, input: $input, expectedRevision: $expectedRevision) {
      id
    }
  }
`);

export const PREVIEW = graphql(
  `
    query FormsPreview($siteId: ID!, $input: FormMailPreviewInput) {
      formMailPreview(siteId: $siteId, input: $input) {
        ...Mail
      }
    }
  `,
  MAIL,
);
