/** Groups of tables that a revision of a site can be limited to. */
export type RevisionTopic = 'content';

/** Of what fields declare; null if one of them declares nothing. */
export function topicsOf(fields: readonly { extensions: Readonly<Record<string, unknown>> }[]): RevisionTopic[] | null {
  const topics = fields.map(({ extensions }) => extensions['topics'] as RevisionTopic[] | undefined);
  return topics.every((each) => each !== undefined) ? [...new Set(topics.flat())] : null;
}
