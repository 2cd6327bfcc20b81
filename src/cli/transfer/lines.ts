/**
 * A site as lines of JSON, each with a resource. What a line refers to stands before it: content types, collections and
 * folders by slug or path, items by externalId, files by their former id or URL.
 */
export type SiteLine =
  /** Settings that need the admin key. */
  | ({ kind: 'site' } & Fields)
  /** `parent`: the path of the folder above, null for none. */
  | ({ kind: 'folder'; path: string; parent: string | null } & Fields)
  | AssetLine
  | { kind: 'folderCover'; path: string; coverImage: string }
  | ({ kind: 'contentType'; slug: string } & Fields)
  | ({ kind: 'collection'; slug: string } & Fields)
  /** `collection`: its slug, null for none. References are `{externalId}`, `translationOf` is an externalId. */
  | ({ kind: 'content'; externalId: string; collection?: string | null } & Fields)
  /** Changes of an item after all items: its references to items that stand behind it. */
  | ({ kind: 'references'; externalId: string } & Fields)
  /** Changes of an item that are not live: what differs from it. */
  | ({ kind: 'draft'; externalId: string } & Fields)
  | ({ kind: 'persona' } & Fields)
  | ({ kind: 'document' } & Fields)
  /** `headers`: their names; the values are secrets, and `***`. */
  | ({ kind: 'webhookTool'; name: string; headers?: Record<string, string> } & Fields)
  /** Ids of content items are `{externalId}`. */
  | ({ kind: 'trigger' } & Fields)
  /** An uploaded file to be processed; `url` is that of its `asset` line. */
  | ({ kind: 'processedFile'; url: string } & Fields)
  /** `videoId`: the id of its `asset` line. */
  | ({ kind: 'video' } & Fields);

interface AssetLine {
  kind: 'asset';
  /** Where content refers to it. */
  id?: string;
  url: string;
  key: string;
  fileName: string;
  contentType: string;
  /** The path of its folder, null for none. */
  folder: string | null;
  alt?: string | null;
  caption?: string | null;
  focalPoint?: { x: number; y: number } | null;
  /** Only where it is stricter than that of the folder. */
  accessLevel?: string;
}

type Fields = Record<string, unknown>;

export type LineVariant<K extends SiteLine['kind']> = Extract<SiteLine, { kind: K }>;

/** One line cannot be imported; the others can. */
export class LineError extends Error {}

export interface Place {
  holder: Record<string, unknown>;
  name: string;
}

/** Where a trigger may have the id of a content item: in its response, and in the payloads of its actions. */
export function idPlaces(trigger: { response?: unknown; actions?: unknown }): Place[] {
  const payloads = [trigger.actions ?? []].flat().map((action) => (action as { payload?: unknown } | null)?.payload);
  return [trigger.response, ...payloads].flatMap((holder) =>
    holder === null || typeof holder !== 'object'
      ? []
      : ['contentId', 'productId', 'videoId'].flatMap((name) =>
          Object.hasOwn(holder, name) ? [{ holder: holder as Place['holder'], name }] : [],
        ),
  );
}
