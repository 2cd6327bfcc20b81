/** Content items and files: the fields of each type, of the rule `guarded`. */
export const GUARDED_CONTENT = {
  Asset: `
    accessLevel
    alt
    blurhash
    caption
    contentType
    createdAt
    error
    fileName
    focalPoint
    folderId
    height
    id
    key
    kind
    requiredSubscriptions
    revision
    size
    status
    updatedAt
    url
    usedBy
    width
  `,
  AssetFolder: `
    accessLevel
    children
    color
    coverImage
    createdAt
    depth
    description
    icon
    id
    metadata
    name
    order
    parentId
    path
    revision
    slug
    status
    tree
    updatedAt
  `,
  AssetPage: `
    endCursor
    hasMore
    items
    limit
    offset
    pagination
    total
  `,
  AssetUses: `
    hasMore
    items
    limit
    offset
    total
  `,
  ChangedContent: `
    change
    changedAt
    id
    item
    revision
    type
  `,
  ChangedContentPage: `
    cursor
    hasMore
    items
  `,
  ContentAccess: `
    level
    requiredSubscriptions
    userHasAccess
    userSubscriptions
  `,
  ContentAccessSummary: `
    accessibleItems
    includeRestricted
    restrictedItems
    totalItems
  `,
  ContentDifference: `
    after
    before
    path
  `,
  ContentDraft: `
    createdAt
    id
    itemRevision
    revision
    updatedAt
    valueErrors
    values
    writtenBy
  `,
  ContentItem: `
    access
    accessLevel
    aiIndexed
    author
    categories
    collectionId
    content
    contentType
    contentTypeId
    courseMetadata
    createdAt
    createdBy
    customFields
    documentMetadata
    draft
    excerpt
    externalId
    featuredImage
    groupedSortOrder
    id
    language
    metadata
    publishedAt
    references
    requiredSubscriptions
    revision
    schedule
    slug
    sortOrder
    status
    tags
    title
    translationOf
    translations
    type
    updatedAt
    url
    valueErrors
    videoMetadata
  `,
  ContentItemPage: `
    accessSummary
    endCursor
    hasMore
    items
    limit
    offset
    pagination
    total
    totalIsExact
  `,
  ContentSchedule: `
    failedReason
    id
    publishAt
    scheduledBy
    unpublishAt
  `,
  ContentVersion: `
    revision
    values
    writtenAt
    writtenBy
  `,
  ContentVersionPage: `
    endCursor
    hasMore
    items
    limit
    offset
    pagination
    total
  `,
  ContentVersionSummary: `
    changedAfter
    id
    revision
    writtenAt
    writtenBy
  `,
  Pagination: `
    hasMore
    limit
    offset
    total
  `,
  ScheduledContent: `
    action
    at
    contentId
    failedReason
    id
    language
    scheduledBy
    title
    type
  `,
  ScheduledContentPage: `
    endCursor
    hasMore
    items
    limit
    offset
    pagination
    total
  `,
  TrashedContent: `
    deletedAt
    deletedBy
    expiresAt
    id
    language
    title
    type
  `,
  TrashedContentPage: `
    endCursor
    hasMore
    items
    limit
    offset
    pagination
    total
  `,
};
