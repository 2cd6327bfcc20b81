/** Content types and what else a site defines: the fields of each type, of the rule `site`. */
export const SITE_CONTENT = {
  AvailableSubscription: `
    description
    name
    slug
  `,
  Collection: `
    createdAt
    description
    id
    name
    order
    revision
    slug
    updatedAt
  `,
  CollectionPage: `
    endCursor
    hasMore
    items
    limit
    offset
    pagination
    total
  `,
  ContentType: `
    accessLevel
    aiConfig
    builtIn
    builtInFields
    createdAt
    description
    fields
    icon
    id
    name
    pluralName
    revision
    slug
    status
    updatedAt
  `,
  ContentTypeAiConfig: `
    extractKeywords
    generateEmbeddings
    indexed
    instructionTemplate
    summarize
  `,
  ContentTypeBuiltInFields: `
    author
    content
    excerpt
    featuredImage
    publishedAt
    slug
    title
  `,
  ContentTypePage: `
    endCursor
    hasMore
    items
    limit
    offset
    pagination
    total
  `,
  FieldDefinition: `
    aiIndexed
    defaultValue
    description
    filterable
    group
    hidden
    id
    label
    name
    order
    placeholder
    searchable
    showInList
    sortable
    type
    validation
  `,
  FieldValueChange: `
    field
    former
    items
    kind
    unconvertible
    unfit
  `,
  FieldValidation: `
    allowedTypes
    max
    maxSize
    min
    options
    pattern
    referenceTo
    required
  `,
};
