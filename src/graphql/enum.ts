/**
 * A GraphQL enum over string values. GraphQL names cannot contain hyphens, so `video-training` is named
 * `video_training`; in the service, in PostgreSQL and in REST it keeps its own spelling.
 */
export function enumOf<T extends string>(values: readonly T[]): Record<string, T> {
  return Object.fromEntries(values.map((value) => [value.replaceAll('-', '_'), value]));
}
