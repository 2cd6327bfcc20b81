import { Extensions } from 'type-graphql';

/** A group of tables that a revision of a site can be limited to. */
export type CacheTopic = 'content';

/**
 * Declares the topics that a field of Query depends on, besides the caller's site settings and rights: then responses can be
 * cached until one of them changes. A field without it may depend on anything, such as the time.
 */
export function CacheTopics(...topics: CacheTopic[]): MethodDecorator {
  return Extensions({ topics });
}

/** The topics that root fields declare; null if one of them declares none. */
export function declaredTopics(
  fields: readonly { extensions: Readonly<Record<string, unknown>> }[],
): CacheTopic[] | null {
  const topics = fields.map(({ extensions }) => extensions['topics'] as CacheTopic[] | undefined);
  return topics.every((each) => each !== undefined) ? [...new Set(topics.flat())] : null;
}

/** The things that the responses to a caller depend on, besides the request itself. */
export interface CacheBasis {
  /** The same for callers that get the same responses: site, rights and user. */
  caller: string;
  /** The same exactly as long as what was read from these topics is unchanged. Read before the response. */
  readRevision(topics: readonly CacheTopic[]): Promise<string>;
  /**
   * Tells whether the response that was made is that of every such caller while the revision is the same: nothing in it
   * expires, and nothing in it depends on which of them has called.
   */
  isShared(): boolean;
}

/** Returns null for a caller whose responses may depend on more. */
export type GetCacheBasis<Context = unknown> = (context: Context) => CacheBasis | null;
