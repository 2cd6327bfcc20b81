import type { Viewer } from '../access/viewer.ts';
import { itemsSeen } from '../reference/reference.loaders.ts';
import type { Evidence } from './retrieve.ts';

/** Where the content items among the passages stand, and their images, as their editors entered it. */
export async function sourceUrls(viewer: Viewer, evidence: readonly Evidence[]): Promise<string[]> {
  const ids = evidence.filter(({ source }) => source === 'content').map(({ sourceId }) => sourceId);
  // With loaders of its own: what is read here must not be taken for the state at the end of the answer.
  const items = await itemsSeen(viewer.as(viewer.entitlement), ids);
  return [...items.values()].flatMap(({ url, featuredImage }) => [url, featuredImage].filter((each) => each !== null));
}
