/** What the admin key and members of the site are given: the fields of each type, of the rule `admin`. */
export const ADMIN = {
  Activity: `
    action
    actor
    at
    changedFields
    count
    id
    resourceId
    resourceType
    title
  `,
  ActivityActor: `
    id
    kind
    name
    prefix
    ref
  `,
  ActivityExport: `
    csv
    endCursor
    hasMore
    rows
  `,
  ActivityPage: `
    endCursor
    hasMore
    items
  `,
  ApiKey: `
    createdAt
    expiresAt
    formerPrefix
    formerUntil
    id
    lastUsedAt
    name
    prefix
    revokedAt
    scopes
    strict
  `,
  CatalogueSubscription: `
    description
    grants
    name
    slug
  `,
  ChatSessionSummary: `
    createdAt
    failedTools
    firstMessage
    id
    ratedDown
    ratedUp
    sessionId
    turns
    unanswered
    updatedAt
    userId
  `,
  ChatSessionSummaryPage: `
    endCursor
    hasMore
    items
    limit
    offset
    pagination
    total
  `,
  ChatTranscript: `
    session
    turns
  `,
  ChatTranscriptTurn: `
    answer
    createdAt
    feedback
    hasFailedTool
    id
    isUnanswered
    message
    personaId
    trace
  `,
  CreatedApiKey: `
    id
    secret
  `,
  EmbeddingModel: `
    dimensions
    isAvailable
    model
  `,
  EmbeddingModels: `
    active
    cancelled
    chunks
    embedded
    next
    startedAt
  `,
  FormMailPreview: `
    fromName
    html
    replyTo
    subject
    text
    to
  `,
  FormSettings: `
    enabled
    fromName
    honeypotField
    recipients
    replyTo
    subjectTemplate
    template
  `,
  FormSubmission: `
    anonymizedFields
    createdAt
    fieldCount
    formId
    formName
    id
    pageUrl
    source
  `,
  FormSubmissionCount: `
    count
    day
    formId
    formName
  `,
  FormSubmissionExport: `
    csv
    endCursor
    hasMore
    rows
  `,
  FormSubmissionPage: `
    endCursor
    hasMore
    items
    limit
    offset
    pagination
    total
  `,
  IdentityCheck: `
    audience
    claims
    displayName
    email
    expiresAt
    isValid
    membershipExpiry
    membershipTier
    problem
    subscriptions
    uid
  `,
  Invitation: `
    createdAt
    email
    expiresAt
    id
    invitedBy
    role
  `,
  KeyRequests: `
    keyId
    requests
  `,
  Member: `
    createdAt
    email
    id
    name
    role
  `,
  ModelCheck: `
    name
    problem
    status
    works
  `,
  Site: `
    activityDays
    allowsOwnModel
    apiKeys
    createdAt
    forms
    id
    identity
    keptRevisions
    limits
    linkHosts
    model
    name
    ownerEmail
    plan
    previewUrl
    reranker
    revision
    subscriptions
    trashDays
    trustCallerUser
    updatedAt
    usage
  `,
  SiteIdentity: `
    hasServiceAccount
    projectId
  `,
  SiteLimit: `
    max
    resource
    used
  `,
  SiteModel: `
    baseUrl
    contextTokens
    fastName
    key
    name
    provider
    tools
  `,
  SiteModelKey: `
    lastFour
    setAt
  `,
  SiteReranker: `
    baseUrl
    key
    name
  `,
  SiteUsage: `
    contentItems
    files
    maxApiKeys
    maxPersonas
    maxTriggers
    maxWebhookTools
    personas
    pointsPerOperation
    requests
    requestsPerMinute
    siteRequestsPerMinute
    sources
    storedBytes
    triggers
    webhookTools
  `,
};
