/**
 * What the query budget knows of a field beyond the rule "one point, times the sizes of the lists above it". One point is
 * about 4 microseconds of CPU, measured on lists of whole items with and without references.
 */
export interface FieldCost {
  /** Points of its own instead of the standard ones, each time it is resolved. */
  points?: number;
  /** Points added when a Boolean argument is true. */
  extra?: Readonly<Record<string, number>>;
  /** How many elements its list is counted as. */
  size?: number;
  /** It is a page, or holds the list of one: that many elements. */
  page?: PageSize;
}

export interface PageSize {
  /** Where the caller says it, as a path from the argument: `page.limit`. */
  argument: string;
  /** Counted when the caller does not say it. */
  standard: number;
  /** The service clamps to it, and so does the count. */
  most: number;
}

/** A root field asks the database at least once. */
export const ROOT_POINTS = 100;
export const FIELD_POINTS = 1;
/** For a list of objects that nobody has said a size of; `limits.rest.test.ts` does not let that happen here. */
export const UNKNOWN_SIZE = 50;

/** A loader: its part of one statement for all parents, and the larger rows. */
const LOADED = 10;
/** References lead to whole items: a statement for each level, and ten items for each reference field in our experience. */
const REFERENCED = { points: 20, size: 10 };

/** By schema coordinate. A list of objects, or a field with an argument `page`, must have an entry. */
export const FIELD_COSTS: Readonly<Record<string, FieldCost>> = {
  'Query.contents': paged(50, 100),
  'Query.contentTypes': paged(50, 500),
  'Query.collections': paged(50, 500),
  'Query.knowledgeDocuments': paged(20, 100),
  'Query.knowledgeSources': { size: 1_000 },
  'Query.search': { points: 5_000, page: { argument: 'input.maxResults', standard: 10, most: 50 } },
  'Query.allSites': { size: 100 },
  'Query.personas': paged(50, 500),
  'Query.triggers': paged(50, 100),
  'Query.testTrigger': { points: 5_000 },
  'Trigger.actions': { size: 3 },
  'TriggerTest.matches': { size: 10 },
  'Mutation.chat': { points: 20_000 },
  'Subscription.chatStream': { points: 20_000 },
  'ChatAnswer.toolCalls': { size: 3 },
  'ChatAnswer.actions': { size: 3 },
  'ChatAnswer.citations': { size: 10 },
  'Citation.sources': { size: 2 },
  'ChatSession.turns': { size: 200 },
  'Query.modelUsage': { size: 1_000 },
  'Query.webhookTools': paged(50, 200),
  'Query.formSubmissions': paged(50, 100),
  'Query.formSubmissionCounts': { size: 400 },
  'PersonaTemplates.items': { size: 10 },
  'Query.assets': paged(50, 200),
  'Query.assetFolders': { size: 500 },
  'Query.fileProcessingJobs': paged(50, 200),
  'Mutation.uploadAsset': { points: 5_000 },

  'AssetFolder.children': { points: LOADED, size: 10 },
  'AssetFolder.tree': { points: LOADED },
  'ContentItem.content': { points: LOADED },
  'ContentItem.customFields': { extra: { expand: 200 } },
  'ContentItem.references': REFERENCED,
  'ContentType.fields': { size: 4 },
  'KnowledgeDocument.content': { points: LOADED },
  'SearchResult.snippet': { points: LOADED },
  'Snippet.highlights': { size: 5 },
  'Site.apiKeys': { points: ROOT_POINTS, size: 10 },
  'Site.subscriptions': { size: 10 },
  'UserSubscriptions.availableSubscriptions': { size: 10 },
};

function paged(standard: number, most: number): FieldCost {
  return { page: { argument: 'page.limit', standard, most } };
}
