import { graphql } from '../../data/graphql.ts';

export const PAGE_SIZE = 100;

export const FORMS = graphql(`
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
      subject
      fromName
      to
      html
      text
    }
    formSubmissions(siteId: $siteId, page: $page) {
      total
      hasMore
      endCursor
      items {
        id
        formName
        fieldCount
        pageUrl
        anonymizedFields
        createdAt
      }
    }
  }
`);

export const MORE_SUBMISSIONS = graphql(`
  query MoreFormSubmissions($siteId: ID!, $page: PageInput) {
    formSubmissions(siteId: $siteId, page: $page) {
      hasMore
      endCursor
      items {
        id
        formName
        fieldCount
        pageUrl
        anonymizedFields
        createdAt
      }
    }
  }
`);

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

export const PREVIEW = graphql(`
  query FormsPreview($siteId: ID!, $input: FormMailPreviewInput) {
    formMailPreview(siteId: $siteId, input: $input) {
      subject
      fromName
      to
      html
      text
    }
  }
`);
