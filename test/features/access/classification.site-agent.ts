/** The settings of the agent: the fields of each type, of the rule `site`. */
export const SITE_AGENT = {
  AgentModel: `
    contextTokens
    fastName
    isOwn
    name
    tools
    writes
  `,
  MessageExplanation: `
    agentAnswers
    detected
    message
    triggers
  `,
  ModelUsage: `
    cost
    day
    inputTokens
    model
    outputTokens
    turns
  `,
  Persona: `
    appType
    avatar
    behavior
    capabilityTier
    catalogConfig
    createdAt
    description
    expertise
    id
    isDefault
    name
    revision
    sdkResponseConfig
    slug
    status
    suggestedQuestions
    systemPrompt
    updatedAt
    videoConfig
    voice
    welcomeMessage
  `,
  PersonaBehavior: `
    askClarifyingQuestions
    maxResponseLength
    proactiveEngagement
    reasoningEffort
    showCitations
    verifyCitations
  `,
  PersonaCatalogConfig: `
    comparisonBehavior
    inventoryAwareness
    pricingDisplay
    productCategories
    upsellGuidelines
  `,
  PersonaPage: `
    endCursor
    hasMore
    items
    limit
    offset
    pagination
    total
  `,
  PersonaTemplate: `
    appType
    catalogConfig
    category
    description
    id
    name
    systemPrompt
    tags
    videoConfig
  `,
  PersonaTemplates: `
    categories
    count
    items
  `,
  PersonaVideoConfig: `
    coachingStyle
    customCoachingPrompt
    digestionInstructions
    domain
    skillLevels
    techniqueHighlighting
    timestampCitations
  `,
  PersonaVoice: `
    formality
    personality
    tone
    verbosity
  `,
  SdkResponseConfig: `
    citationStyle
    domainGlossary
    includeSourceMetadata
    responseFormat
  `,
  Trigger: `
    actions
    createdAt
    enabled
    id
    options
    response
    revision
    tags
    trigger
    type
    updatedAt
  `,
  TriggerAlternative: `
    found
    isMatched
    isWholeMessage
    missing
  `,
  TriggerCondition: `
    confidence
    examples
    value
  `,
  TriggerDetection: `
    confidence
    name
  `,
  TriggerExplanation: `
    alternatives
    confidence
    outcome
    shadowedById
    trigger
  `,
  TriggerOptions: `
    actionsOnly
    priority
    skipAgent
  `,
  TriggerPage: `
    endCursor
    hasMore
    items
    limit
    offset
    pagination
    total
  `,
  TriggerProblem: `
    coveredBy
    kind
    missing
    neverFires
    trigger
  `,
  TriggerReport: `
    checked
    isAgentConfigured
    isComplete
    problems
    total
  `,
  TriggerResponse: `
    contentId
    message
  `,
  TriggerTest: `
    agentAnswers
    matches
  `,
  TriggerTestMatch: `
    confidence
    phase
    shadowed
    trigger
  `,
  VideoModel: `
    images
    maxPictures
    name
  `,
  WebhookTool: `
    createdAt
    description
    effect
    enabled
    endpoint
    headers
    id
    inputSchema
    mayReceive
    method
    name
    resultPath
    revision
    runsWithoutConfirmation
    signingSecret
    updatedAt
  `,
  WebhookToolCall: `
    createdAt
    durationMs
    error
    id
    origin
    status
  `,
  WebhookToolCallPage: `
    endCursor
    hasMore
    items
    limit
    offset
    pagination
    total
  `,
  WebhookToolPage: `
    endCursor
    hasMore
    items
    limit
    offset
    pagination
    total
  `,
};
