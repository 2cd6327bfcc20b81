import { Extensions } from 'type-graphql';
import type { RevisionTopic } from './revision-topic.ts';

/**
 * Declares of which topics a field of Query is made, besides the caller's site settings and rights: then REST can tell an
 * unchanged answer without running it. Without it the field may depend on anything, such as the time.
 */
export function MadeOf(...topics: RevisionTopic[]): MethodDecorator {
  return Extensions({ topics });
}
