/** What writes answer: the fields of each type, of the rule `written`. */
export const WRITTEN = {
  ContentOutcome: `
    error
    id
    item
  `,
  Deleted: `
    deleted
    id
  `,
  PreviewToken: `
    expiresAt
    id
    itemId
    token
    url
  `,
  UploadGrant: `
    cdnUrl
    expiresIn
    headers
    key
    resumableUrl
    uploadUrl
  `,
  WebhookDelivery: `
    attemptedAt
    attempts
    createdAt
    durationMs
    endpointId
    error
    event
    id
    nextAttemptAt
    requestBody
    requestHeaders
    responseBody
    responseStatus
    status
    subjectId
  `,
  WebhookDeliveryPage: `
    endCursor
    hasMore
    items
    limit
    offset
    pagination
    total
  `,
  WebhookEndpoint: `
    contentTypes
    createdAt
    description
    disabledReason
    enabled
    events
    failures
    id
    languages
    pausedUntil
    revision
    secret
    updatedAt
    url
  `,
  WebhookToolRequest: `
    body
    headers
    method
    url
  `,
  WebhookToolTest: `
    call
    request
    violation
  `,
  WebhookToolTestCall: `
    durationMs
    error
    output
    status
  `,
};
