/** Parts of other types: the fields of each type, of the rule `whole`. */
export const PARTS = {
  AssetError: `
    code
    message
  `,
  ChatAction: `
    immediate
    label
    payload
    priority
    type
  `,
  ChatAnswerEvent: `
    answer
  `,
  ChatIntent: `
    confidence
    name
  `,
  ChatMetadata: `
    model
    proxyLatencyMs
    tokensUsed
    triggerPhase
    unavailable
  `,
  ChatTextEvent: `
    text
  `,
  ChatToolCall: `
    input
    name
    output
  `,
  ChatToolCallEvent: `
    toolCall
  `,
  ChatTriggeredBy: `
    type
    value
  `,
  Citation: `
    end
    sources
    start
  `,
  CitedSource: `
    anchor
    chunkId
    language
    metadata
    number
    page
    slug
    source
    sourceId
    timestamp
    title
    type
    url
  `,
  ClientAction: `
    immediate
    label
    payload
    priority
    type
  `,
  ContentItemAccess: `
    granted
    level
    reason
    requiredSubscriptions
  `,
  CourseMetadata: `
    difficulty
    lessons
    prerequisites
    totalDuration
  `,
  DocumentMetadata: `
    fileSize
    format
    pageCount
  `,
  FileProcessingError: `
    code
    message
  `,
  FocalPoint: `
    x
    y
  `,
  KnowledgeSourceError: `
    code
    message
  `,
  MemberSite: `
    id
    name
  `,
  Membership: `
    role
    site
  `,
  SearchPlace: `
    rank
    score
  `,
  SearchRanking: `
    fused
    reranker
    vector
    words
  `,
  SkippedVideoPart: `
    reason
    what
  `,
  Snippet: `
    highlights
    text
  `,
  TextSpan: `
    end
    start
  `,
  VideoMetadata: `
    duration
    resolution
    streamUrl
    thumbnailUrl
  `,
  VideoProcessingError: `
    code
    message
  `,
  VideoResult: `
    duration
    language
    skipped
    techniques
    totalSegments
  `,
  Writer: `
    id
    kind
    name
  `,
  ValueError: `
    field
    message
  `,
};
