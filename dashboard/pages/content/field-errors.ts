import { RequestError } from '../../data/request.ts';

/** Messages by the field that they are about: `title`, `customFields.price`. */
export function fieldErrors(error: Error | null): ReadonlyMap<string, string> {
  if (!(error instanceof RequestError)) return new Map();
  return new Map(error.errors.flatMap(({ details }) => details.map(({ field, message }) => [field, message] as const)));
}
