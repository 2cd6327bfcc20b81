import type { Viewer } from '../access/viewer.ts';
import { itemsSeen } from '../reference/reference.loaders.ts';
import type { Evidence } from './retrieve.ts';

/** URLs and image URLs of the content items among the passages, as entered by editors. */
export async function sourceUrls(viewer: Viewer, evidence: readonly Evidence[]): Promise<string[]> {
  const ids = evidence.filter(({ source }) => source === 'content').map(({ sourceId }) => sourceId);
  // With loaders of its own: the state at the end of the answer is read again.
  const items = await itemsSeen(viewer.as(viewer.entitlement), ids);
  return [...items.values()].flatMap(({ url, featuredImage }) => [url, featuredImage].filter((each) => each !== null));
}
