import type { Viewer } from '../access/viewer.ts';
import { contentTypeBySlug } from '../content-type/content-type.service.ts';
import type { Evidence } from './retrieve.ts';

/** Instructions of the passages' content types for the agent (`aiConfig.instructionTemplate`). */
export async function contentInstructions(viewer: Viewer, evidence: readonly Evidence[]): Promise<string[]> {
  const slugs = new Set(evidence.filter(({ source }) => source === 'content').map(({ contentType }) => contentType));
  const types = await viewer.loader(contentTypeBySlug).loadMany([...slugs]);
  return types.flatMap((type) => {
    if (!type || type instanceof Error || !type.aiConfig.instructionTemplate) return [];
    return [`${type.name}: ${type.aiConfig.instructionTemplate}`];
  });
}
