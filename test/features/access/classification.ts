/**
 * Who may have what comes out of each field of the schema.
 * `guarded`: decided by the access rule for the very thing. `whole`: a part of a thing, which is given only where that is.
 * `site`: every caller with a key of the site. `caller`: what the caller said or is. `admin`: the admin key alone.
 * `written`: of a write, to who may write; `docs/access.md` says what keys without `read` get.
 */
export type Rule = 'guarded' | 'whole' | 'site' | 'caller' | 'admin' | 'written';

/** By type: the rule for its fields. */
export const TYPES: Record<string, [Rule, string]> = {
  ApiKey: ['admin', 'createdAt expiresAt id lastUsedAt name prefix revokedAt scopes strict'],
  Asset: [
    'guarded',
    'accessLevel alt blurhash caption contentType createdAt error fileName focalPoint folderId height id key kind requiredSubscriptions revision size status updatedAt url usedBy width',
  ],
  AssetError: ['whole', 'code message'],
  AssetFolder: [
    'guarded',
    'accessLevel children color coverImage createdAt depth description icon id metadata name order parentId path revision slug status tree updatedAt',
  ],
  AssetUses: ['guarded', 'hasMore items limit offset total'],
  AssetPage: ['guarded', 'endCursor hasMore items limit offset pagination total'],
  AvailableSubscription: ['site', 'description name slug'],
  CatalogueSubscription: ['admin', 'description grants name slug'],
  ChatAction: ['whole', 'immediate label payload priority type'],
  ChatAnswer: ['guarded', 'actions citations intent message messageId metadata sessionId toolCalls triggeredBy'],
  ChatAnswerEvent: ['whole', 'answer'],
  ChatFeedback: ['caller', 'comment createdAt messageId rating sessionId updatedAt'],
  ChatIntent: ['whole', 'confidence name'],
  ChatMetadata: ['whole', 'model proxyLatencyMs tokensUsed triggerPhase unavailable'],
  ChatSession: ['guarded', 'id summary turns'],
  ChatSessionSummary: [
    'admin',
    'createdAt failedTools firstMessage id ratedDown ratedUp sessionId turns unanswered updatedAt userId',
  ],
  ChatSessionSummaryPage: ['admin', 'endCursor hasMore items limit offset pagination total'],
  ChatTextEvent: ['whole', 'text'],
  ChatToolCall: ['whole', 'input name output'],
  ChatToolCallEvent: ['whole', 'toolCall'],
  ChatTranscript: ['admin', 'session turns'],
  ChatTranscriptTurn: ['admin', 'answer createdAt feedback hasFailedTool id isUnanswered message personaId trace'],
  ChatTriggeredBy: ['whole', 'type value'],
  ChatTurn: ['guarded', 'answer createdAt id isWithheld message trace'],
  Citation: ['whole', 'end sources start'],
  CitedSource: ['whole', 'anchor chunkId language metadata number page slug source sourceId timestamp title type url'],
  ClientAction: ['whole', 'immediate label payload priority type'],
  Collection: ['site', 'createdAt description id name order revision slug updatedAt'],
  CollectionPage: ['site', 'endCursor hasMore items limit offset pagination total'],
  ContentAccess: ['guarded', 'level requiredSubscriptions userHasAccess userSubscriptions'],
  ContentAccessSummary: ['guarded', 'accessibleItems includeRestricted restrictedItems totalItems'],
  ContentItem: [
    'guarded',
    'access accessLevel aiIndexed author categories collectionId content contentTypeId courseMetadata createdAt customFields documentMetadata excerpt externalId featuredImage groupedSortOrder id language metadata publishedAt references requiredSubscriptions revision slug sortOrder status tags title translationOf translations type updatedAt url videoMetadata',
  ],
  ContentItemAccess: ['whole', 'granted level reason requiredSubscriptions'],
  ContentItemPage: ['guarded', 'accessSummary endCursor hasMore items limit offset pagination total totalIsExact'],
  ContentOutcome: ['written', 'error id item'],
  ContentType: [
    'site',
    'accessLevel aiConfig builtIn builtInFields createdAt description fields icon id name pluralName revision slug status updatedAt',
  ],
  ContentTypeAiConfig: ['site', 'extractKeywords generateEmbeddings indexed instructionTemplate summarize'],
  ContentTypeBuiltInFields: ['site', 'author content excerpt featuredImage publishedAt slug title'],
  ContentTypePage: ['site', 'endCursor hasMore items limit offset pagination total'],
  CourseMetadata: ['whole', 'difficulty lessons prerequisites totalDuration'],
  CreatedApiKey: ['admin', 'id secret'],
  Deleted: ['written', 'deleted id'],
  DocumentMetadata: ['whole', 'fileSize format pageCount'],
  EmbeddingModel: ['admin', 'dimensions isAvailable model'],
  EmbeddingModels: ['admin', 'active cancelled chunks embedded next startedAt'],
  FieldDefinition: [
    'site',
    'aiIndexed defaultValue description filterable group hidden label name order placeholder searchable showInList sortable type validation',
  ],
  FieldValidation: ['site', 'allowedTypes max maxSize min options pattern referenceTo required'],
  FileProcessingError: ['whole', 'code message'],
  FileProcessingJob: [
    'guarded',
    'attempts chunks createdAt documentId error fileKey fileName id lastError notes ocrPages pages progress retryAt stage state status updatedAt',
  ],
  FileProcessingJobPage: ['guarded', 'endCursor hasMore items limit offset pagination total'],
  FocalPoint: ['whole', 'x y'],
  FormSettings: ['admin', 'enabled fromName honeypotField recipients replyTo subjectTemplate template'],
  FormSubmission: ['admin', 'anonymizedFields createdAt fieldCount formId formName id pageUrl source'],
  FormSubmissionCount: ['admin', 'count day formId formName'],
  FormSubmissionExport: ['admin', 'csv endCursor hasMore rows'],
  FormSubmissionPage: ['admin', 'endCursor hasMore items limit offset pagination total'],
  KnowledgeDocument: [
    'guarded',
    'accessLevel content contentType createdAt id metadata requiredSubscriptions revision status tags title updatedAt',
  ],
  KnowledgeDocumentPage: ['guarded', 'endCursor hasMore items limit offset pagination total'],
  KnowledgeChunk: ['guarded', 'accessLevel embedder endTime hasVector id page position section startTime text'],
  KnowledgeChunkPage: ['guarded', 'endCursor hasMore items limit offset pagination total'],
  KnowledgeSource: ['guarded', 'chunks createdAt error fileName fileType id processedAt status'],
  KnowledgeSourceError: ['whole', 'code message'],
  ModelUsage: ['site', 'cost day inputTokens model outputTokens turns'],
  Pagination: ['guarded', 'hasMore limit offset total'],
  Persona: [
    'site',
    'appType avatar behavior capabilityTier catalogConfig createdAt description expertise id isDefault name revision sdkResponseConfig slug status suggestedQuestions systemPrompt updatedAt videoConfig voice welcomeMessage',
  ],
  PersonaBehavior: [
    'site',
    'askClarifyingQuestions maxResponseLength proactiveEngagement reasoningEffort showCitations verifyCitations',
  ],
  PersonaCatalogConfig: [
    'site',
    'comparisonBehavior inventoryAwareness pricingDisplay productCategories upsellGuidelines',
  ],
  PersonaPage: ['site', 'endCursor hasMore items limit offset pagination total'],
  PersonaTemplate: ['site', 'appType catalogConfig category description id name systemPrompt tags videoConfig'],
  PersonaTemplates: ['site', 'categories count items'],
  PersonaVideoConfig: [
    'site',
    'coachingStyle customCoachingPrompt digestionInstructions domain skillLevels techniqueHighlighting timestampCitations',
  ],
  PersonaVoice: ['site', 'formality personality tone verbosity'],
  SdkResponseConfig: ['site', 'citationStyle domainGlossary includeSourceMetadata responseFormat'],
  SearchResult: [
    'guarded',
    'anchor content contentType endTime fileName id isPublished language metadata page rank score section slug snippet source sourceId startTime title type url',
  ],
  SearchResults: ['guarded', 'latencyMs query results searchType searchedQuery totalResults unavailable'],
  Site: [
    'admin',
    'apiKeys createdAt forms id identity linkHosts name ownerEmail plan revision subscriptions trustCallerUser updatedAt',
  ],
  SiteIdentity: ['admin', 'hasServiceAccount projectId'],
  SkippedVideoPart: ['whole', 'reason what'],
  Snippet: ['whole', 'highlights text'],
  SubscriptionUser: ['caller', 'displayName email uid'],
  TextSpan: ['whole', 'end start'],
  Trigger: ['site', 'actions createdAt enabled id options response revision tags trigger type updatedAt'],
  TriggerCondition: ['site', 'confidence examples value'],
  TriggerOptions: ['site', 'actionsOnly priority skipAgent'],
  TriggerPage: ['site', 'endCursor hasMore items limit offset pagination total'],
  TriggerResponse: ['site', 'contentId message'],
  TriggerTest: ['site', 'agentAnswers matches'],
  TriggerTestMatch: ['site', 'confidence phase shadowed trigger'],
  UploadGrant: ['written', 'cdnUrl expiresIn headers key uploadUrl'],
  UserSubscriptions: [
    'caller',
    'availableSubscriptions isAuthenticated membershipExpiry membershipTier message subscriptions user',
  ],
  VideoJob: [
    'guarded',
    'attempts completedAt createdAt error fileName id lastError message progress result retryAt sourceId stage state status step title updatedAt videoId videoUrl',
  ],
  VideoJobPage: ['guarded', 'endCursor hasMore items limit offset pagination total'],
  VideoMetadata: ['whole', 'duration resolution streamUrl thumbnailUrl'],
  VideoProcessingError: ['whole', 'code message'],
  VideoResult: ['whole', 'duration language skipped techniques totalSegments'],
  Viewer: ['caller', 'isAuthenticated membershipTier subscriptions uid'],
  WebhookTool: [
    'site',
    'createdAt description effect enabled endpoint headers id inputSchema mayReceive method name resultPath revision runsWithoutConfirmation signingSecret updatedAt',
  ],
  WebhookToolPage: ['site', 'endCursor hasMore items limit offset pagination total'],
};

/** By rule: the root fields, without those of the admin key, which say so in the schema. */
export const ROOT_FIELDS: Record<Exclude<Rule, 'whole' | 'admin'>, string> = {
  guarded:
    'asset assetFolder assetFolders assets chatSession content contentAccess contentBySlug contents fileProcessingJob fileProcessingJobs knowledgeChunks knowledgeDocument knowledgeDocuments knowledgeSources search chat chatStream fileProcessingJobChanged videoJob videoJobs videoJobChanged',
  site: 'collection collections contentType contentTypes modelUsage persona personaTemplates personas testTrigger trigger triggers webhookTool webhookTools',
  caller: 'userSubscriptions viewer submitForm rateChatMessage',
  written:
    'addVideo cancelFileProcessing cancelVideoProcessing createAssetFolder createCollection createContent createContents createContentType createKnowledgeDocument createPersona createTrigger createUploadGrant createWebhookTool deleteAsset deleteAssetFolder deleteCollection deleteContent deleteContentType deleteKnowledgeDocument deletePersona deleteTrigger deleteVideo deleteWebhookTool moveAsset processFile putContent retryFileProcessing retryIndexing retryVideoProcessing rotateWebhookToolSecret updateAsset updateAssetFolder updateCollection updateContent updateContents updateContentType updateKnowledgeDocument updatePersona updateTrigger updateWebhookTool uploadAsset',
};

/** By rule: the routes of REST that read; one that writes has the rule of its field. */
export const ROUTES: Record<'guarded' | 'site' | 'caller', readonly string[]> = {
  guarded: [
    'GET /assets',
    'GET /assets/:id',
    'GET /assets/folders',
    'GET /content',
    'GET /content/:id',
    'GET /content/:id/translations',
    'GET /content/by-slug/:type/:slug',
    'GET /knowledge/documents',
    'GET /knowledge/documents/:id',
    'GET /knowledge/process/:jobId',
    'GET /knowledge/video',
    'GET /knowledge/video/:jobId',
    'GET /rag/documents',
    'POST /agent/chat',
    'POST /rag/search',
  ],
  site: [
    'GET /content-types',
    'GET /content-types/:slug',
    'GET /personas',
    'GET /personas/:id',
    'GET /personas/templates',
    'GET /triggers',
    'GET /triggers/:id',
    'GET /webhook-tools',
    'GET /webhook-tools/:id',
  ],
  caller: ['GET /user/subscriptions', 'POST /agent/feedback', 'POST /forms/submit'],
};

/** The names in a list above, in order. */
export function words(text: string): string[] {
  return text.split(' ').toSorted();
}
