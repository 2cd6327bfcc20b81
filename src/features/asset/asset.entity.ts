import { type InferEntity, defineEntity, p } from '@mikro-orm/core';
import { revision, siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { Defaults } from '../../shared/patch.ts';
import type { AccessLevel, TierLevel } from '../../access/access-level.ts';
import type { FocalPoint } from './asset.types.ts';

export const ASSET_KINDS = ['image', 'document', 'media'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

/**
 * `pending`: granted, not uploaded yet. `verified`: the content has been checked and is being moved. `live`: served.
 * `refused`: the content was rejected and deleted; `error` has the reason.
 */
export const ASSET_STATUSES = ['pending', 'verified', 'live', 'refused'] as const;
export type AssetStatus = (typeof ASSET_STATUSES)[number];

export const FOLDER_STATUSES = ['active', 'archived'] as const;
export type FolderStatus = (typeof FOLDER_STATUSES)[number];

/** A part of a resumable upload that is stored under a key of its own. */
export interface UploadPart {
  name: string;
  /** Bytes. */
  size: number;
}

export const AssetEntity = defineEntity({
  name: 'Asset',
  tableName: 'asset',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    folderId: p.uuid().nullable(),
    key: p.text(),
    fileName: p.text(),
    contentType: p.text(),
    kind: p.text().$type<AssetKind>(),
    status: p.text().$type<AssetStatus>(),
    /** Bytes; null until the upload. */
    size: p.bigint('number').nullable(),
    /** Pixels, for raster images. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    alt: p.text().nullable(),
    caption: p.text().nullable(),
    focalPoint: p.json().$type<FocalPoint>().nullable(),
    /** A placeholder for an image; null if none could be computed. */
    blurhash: p.text().nullable(),
    error: p.json().$type<{ code: string; message: string }>().nullable(),
    /** The access level of the folder that the file lies in, or lay in last. */
    folderAccessLevel: p.text().$type<TierLevel>(),
    /** The stricter of the folder's level and the one that was said for the file itself; PostgreSQL computes it. */
    accessLevel: p.text().$type<AccessLevel>().persist(false),
    requiredSubscriptions: p.array().$type<string[]>().persist(false),
    /** The size of a resumable upload in bytes, and the parts that have arrived, in order. Null for other uploads. */
    uploadSize: p.bigint('number').nullable(),
    uploadParts: p.json().$type<UploadPart[]>().nullable(),
    /** The time at which the upload grant expires. */
    expiresAt: p.datetime(),
    updatedAt,
    revision,
  },
});

/** A transformed image that is kept. */
export const ImageVariantEntity = defineEntity({
  name: 'ImageVariant',
  tableName: 'image_variant',
  filters: siteFilter(),
  properties: {
    assetId: p.uuid().primary(),
    name: p.text().primary(),
    siteId: p.uuid(),
    size: p.bigint('number'),
    usedAt: p.datetime(),
  },
});

export const AssetFolderEntity = defineEntity({
  name: 'AssetFolder',
  tableName: 'asset_folder',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    parentId: p.uuid().nullable(),
    name: p.text(),
    slug: p.text(),
    description: p.text().nullable(),
    coverImage: p.text().nullable(),
    color: p.text().nullable(),
    icon: p.text().nullable(),
    order: p.integer().fieldName('sort_order'),
    accessLevel: p.text().$type<TierLevel>(),
    metadata: p.json().$type<Record<string, unknown>>(),
    /** Slugs from the root, such as `/a/b`; path and depth are only written by `FolderService`. */
    path: p.text(),
    depth: p.integer(),
    status: p.text().$type<FolderStatus>(),
    updatedAt,
    revision,
  },
});

export type AssetFolderRow = InferEntity<typeof AssetFolderEntity>;

/** The default values of a folder. */
export const FOLDER_DEFAULTS: Defaults<
  Pick<
    AssetFolderRow,
    'description' | 'coverImage' | 'color' | 'icon' | 'order' | 'accessLevel' | 'metadata' | 'status'
  >
> = {
  order: 0,
  accessLevel: 'public',
  metadata: {},
  status: 'active',
};
