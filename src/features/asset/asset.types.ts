import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Bounds } from '../../api/input-bounds.ts';
import { Resource } from '../../api/resource.types.ts';
import { createEnum } from '../../api/enum.ts';
import { createPageType } from '../../api/page.types.ts';
import { GraphQLJSONObject } from '../../api/scalars.ts';
import { Scope } from '../../api/scope.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import { AccessLevelEnum } from '../../api/access-level.types.ts';
import { Visible } from '../../api/visible.ts';
import { ASSET_KINDS, ASSET_STATUSES } from './asset.entity.ts';
import type { AssetKind, AssetStatus } from './asset.entity.ts';

export const AssetKindEnum = createEnum(
  'AssetKind',
  ASSET_KINDS,
  'Kind of file: image (at most 10 MB), document (at most 50 MB) or media, which is audio and video (at most 500 MB).',
);

export const AssetStatusEnum = createEnum(
  'AssetStatus',
  ASSET_STATUSES,
  'Status of an upload: pending, not uploaded yet; verified, checked and being stored; live, served; refused, rejected because the content does not match the declared type or size.',
);

@Visible('part')
@ObjectType({ description: 'Why a file was rejected.', simpleResolvers: true })
export class AssetError {
  @Field(() => String, { description: 'Error code, such as BAD_REQUEST or PAYLOAD_TOO_LARGE.' })
  code!: string;

  @Field(() => String, { description: 'Error message.' })
  message!: string;
}

@Visible('part')
@ObjectType({ description: 'The most important point of an image, which a crop keeps.', simpleResolvers: true })
export class FocalPoint {
  @Field(() => Float, { description: 'Distance from the left edge: 0 to 1, as a share of the width.' })
  @Bounds({ minimum: 0, maximum: 1 })
  x!: number;

  @Field(() => Float, { description: 'Distance from the top edge: 0 to 1, as a share of the height.' })
  @Bounds({ minimum: 0, maximum: 1 })
  y!: number;
}

@Visible('guarded')
@ObjectType({ description: 'An uploaded file.', simpleResolvers: true })
export class Asset extends Resource {
  @Scope('write')
  @Field(() => String, { description: 'Object key, which `processFile` takes as `fileKey`. It never changes.' })
  key!: string;

  @Field(() => String, {
    description:
      'URL of the file. Images accept the query parameters `w`, `h`, `fit`, `q` and `f`. The URL of a public file does not expire. The URL of a restricted file is signed for the viewer and expires after minutes; query the file again for a new one.',
  })
  url!: string;

  @Field(() => String, { description: 'File name given at the upload.' })
  fileName!: string;

  @Field(() => String, { description: 'MIME type.' })
  contentType!: string;

  @Field(() => AssetKindEnum, { description: 'Kind of file.' })
  kind!: AssetKind;

  @Field(() => AssetStatusEnum, { description: 'Status of the upload.' })
  status!: AssetStatus;

  @Field(() => Float, { nullable: true, description: 'Size in bytes; null until the file is uploaded.' })
  size!: number | null;

  @Field(() => Int, { nullable: true, description: 'Width of an image in pixels; null for SVG.' })
  width!: number | null;

  @Field(() => Int, { nullable: true, description: 'Height of an image in pixels; null for SVG.' })
  height!: number | null;

  @Field(() => String, { nullable: true, description: 'Text that replaces an image for those who cannot see it.' })
  alt!: string | null;

  @Field(() => String, { nullable: true, description: 'Text that is displayed with the file.' })
  caption!: string | null;

  @Field(() => FocalPoint, {
    nullable: true,
    description: 'Point of an image that a crop (`fit=cover`) keeps; null: the centre.',
  })
  focalPoint!: FocalPoint | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Placeholder for a raster image while it loads, in the BlurHash format with 4 × 3 components; null for other files, and for images uploaded before there were placeholders.',
  })
  blurhash!: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of the folder; null if the file is in no folder.' })
  folderId!: string | null;

  @Field(() => AccessLevelEnum, {
    description:
      'Who can read the file: the stricter of its folder’s access level and the access level given to `processFile`. A file removed from its folder keeps the access level of that folder.',
  })
  accessLevel!: AccessLevel;

  @Field(() => [String], {
    nullable: true,
    description:
      'Slugs of the required subscriptions, one of which is enough; null unless accessLevel is subscription.',
  })
  requiredSubscriptions!: readonly string[] | null;

  @Field(() => AssetError, { nullable: true, description: 'Why the file was rejected; null if it was not.' })
  error!: AssetError | null;
}

@ObjectType({ description: 'A page of files, newest first.', simpleResolvers: true })
export class AssetPage extends createPageType(Asset) {}

@Visible('written')
@ObjectType({ description: 'Grant to upload one file.', simpleResolvers: true })
export class UploadGrant {
  @Scope('write')
  @Field(() => String, {
    description: 'URL for the PUT of the file, with the declared type as Content-Type and the other `headers`.',
  })
  uploadUrl!: string;

  @Scope('write')
  @Field(() => String, {
    nullable: true,
    description:
      'URL for an upload that can be continued after a broken connection, by the tus protocol 1.0: HEAD returns `Upload-Offset`, the number of bytes that have arrived, PATCH continues there, DELETE cancels. Valid for 24 hours. Null if `size` was not given.',
  })
  resumableUrl!: string | null;

  @Scope('write')
  @Field(() => String, {
    description:
      'URL of the file after the upload. For a file in a restricted folder, query `asset` for the signed URL.',
  })
  cdnUrl!: string;

  @Scope('write')
  @Field(() => String, { description: 'Object key of the file.' })
  key!: string;

  @Scope('write')
  @Field(() => Int, { description: 'Seconds until the upload URL expires.' })
  expiresIn!: number;

  @Scope('write')
  @Field(() => GraphQLJSONObject, { description: 'Headers that the PUT must send, by name.' })
  headers!: Readonly<Record<string, string>>;
}
