import { FIELD_DEFINITION } from '../../data/field-definition.ts';
import { fragment, graphql } from '../../data/graphql.ts';
import { TYPE_NAMES } from '../../data/type-names.ts';

export const CONTENT_LIST = graphql(
  `
    query ContentList(
      $filter: ContentFilter
      $fullText: String
      $sort: [String!]
      $page: PageInput
      $createdByMe: Boolean!
      $scheduleFailed: Boolean!
      $type: String!
    ) {
      contents(
        filter: $filter
        fullText: $fullText
        sort: $sort
        page: $page
        createdByMe: $createdByMe
        scheduleFailed: $scheduleFailed
      ) {
        items {
          id
          revision
          title
          type
          status
          createdBy {
            id
          }
          schedule {
            publishAt
            unpublishAt
            failedReason
          }
          language
          accessLevel
          updatedAt
          customFields
        }
        total
      }
      savedViews {
        id
        name
        contentType
        status
        search
        createdByMe
        sort
        columns
      }
      ...TypeNames
      chosen: contentTypes(filter: { slug: $type }) {
        items {
          slug
          fields {
            name
            label
            showInList
          }
        }
      }
    }
  `,
  TYPE_NAMES,
);

/** A type, to edit its items. */
const EDITOR_TYPE = fragment(`
  fragment EditorType on ContentType {
    slug
    name
    accessLevel
    builtInFields {
      slug
      excerpt
      featuredImage
      content
      author
    }
    fields {
      ...Field
    }
  }
`);

export const CONTENT_ITEM = graphql(
  `
    query ContentItem($id: ID!) {
      content(id: $id) {
        id
        revision
        type
        title
        slug
        externalId
        url
        excerpt
        content
        author
        language
        status
        createdBy {
          id
        }
        accessLevel
        requiredSubscriptions
        categories
        tags
        featuredImage
        aiIndexed
        customFields
        valueErrors {
          field
          message
        }
        updatedAt
        schedule {
          publishAt
          unpublishAt
          failedReason
          scheduledBy {
            kind
            name
          }
        }
        draft {
          values
          valueErrors {
            field
            message
          }
          revision
          itemRevision
          updatedAt
          writtenBy {
            kind
            name
          }
        }
        contentType {
          ...EditorType
        }
      }
    }
  `,
  EDITOR_TYPE,
  FIELD_DEFINITION,
);

export const CONTENT_TYPE = graphql(
  `
    query ContentTypeOfNew($slug: String!) {
      contentType(slug: $slug) {
        ...EditorType
      }
    }
  `,
  EDITOR_TYPE,
  FIELD_DEFINITION,
);

export const CREATE_CONTENT = graphql(`
  mutation CreateContent($input: CreateContentInput!) {
    createContent(input: $input) {
      id
    }
  }
`);

export const UPDATE_CONTENT = graphql(`
  mutation UpdateContent($id: ID!, $input: UpdateContentInput!, $revision: Int) {
    updateContent(id: $id, input: $input, expectedRevision: $revision) {
      id
      revision
    }
  }
`);

export const UPDATE_CONTENTS = graphql(`
  mutation UpdateContents($items: [ContentChange!]!) {
    updateContents(input: { items: $items }) {
      error
      item {
        revision
      }
    }
  }
`);

export const DELETE_CONTENT = graphql(`
  mutation DeleteContent($id: ID!, $revision: Int) {
    deleteContent(id: $id, expectedRevision: $revision) {
      id
    }
  }
`);

export const REFERENCE_CHOICES = graphql(`
  query ReferenceChoices($filter: ContentFilter, $fullText: String) {
    contents(filter: $filter, fullText: $fullText, page: { limit: 20 }) {
      items {
        id
        title
        type
      }
    }
  }
`);

export const REFERENCE_TITLES = graphql(`
  query ReferenceTitles($ids: [ID!]) {
    contents(filter: { id: { in: $ids } }, page: { limit: 100 }) {
      items {
        id
        title
        type
      }
    }
  }
`);

export const ASSET_CHOICES = graphql(`
  query AssetChoices($filter: AssetFilter) {
    assets(filter: $filter, page: { limit: 24 }) {
      items {
        id
        fileName
        contentType
        kind
        url
        alt
      }
    }
  }
`);
