import { registerEnumType } from 'type-graphql';

/**
 * A GraphQL enum over string values. GraphQL names cannot contain hyphens, so `video-training` is named
 * `video_training`; in the service, in PostgreSQL and in REST it keeps its own spelling.
 */
export function createEnum<T extends string>(
  name: string,
  values: readonly T[],
  description: string,
): Record<string, T> {
  const type = Object.fromEntries(values.map((value) => [value.replaceAll('-', '_'), value]));
  registerEnumType(type, { name, description });
  return type;
}
