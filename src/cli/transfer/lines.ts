/**
 * A site as lines of JSON, each with a resource. What a line refers to stands before it: content types, collections and
 * folders by slug or path, items by externalId.
 */
export type SiteLine =
  | ({ kind: 'contentType'; slug: string } & Fields)
  | ({ kind: 'collection'; slug: string } & Fields)
  /** `parent`: the path of the folder above, null for none. */
  | ({ kind: 'folder'; path: string; parent: string | null } & Fields)
  /** `folder`: the path of its folder, null for none. `url`: where texts refer to it. */
  | { kind: 'asset'; key: string; url: string; fileName: string; contentType: string; folder: string | null }
  /** `collection`: its slug, null for none. References are `{externalId}`, `translationOf` is an externalId. */
  | ({ kind: 'content'; externalId: string; collection?: string | null } & Fields)
  /** Changes of an item after all items: its references to items that stand behind it. */
  | ({ kind: 'references'; externalId: string } & Fields);

type Fields = Record<string, unknown>;

export type LineOf<K extends SiteLine['kind']> = Extract<SiteLine, { kind: K }>;
