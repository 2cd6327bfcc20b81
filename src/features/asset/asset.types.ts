import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';
import { pageOf } from '../../graphql/page-type.ts';
import { DateTime, GraphQLJSONObject } from '../../graphql/scalars.ts';
import type { AccessLevel } from '../access/access-level.ts';
import { AccessLevelEnum } from '../access/access.types.ts';
import { ASSET_KINDS, ASSET_STATUSES } from './asset.entity.ts';
import type { AssetKind, AssetStatus } from './asset.entity.ts';

export const AssetKindEnum = enumOf(ASSET_KINDS);
registerEnumType(AssetKindEnum, {
  name: 'AssetKind',
  description: 'What a file is: an image (10 MB at most), a document (50 MB) or sound and film (500 MB).',
});

export const AssetStatusEnum = enumOf(ASSET_STATUSES);
registerEnumType(AssetStatusEnum, {
  name: 'AssetStatus',
  description:
    'How far an upload is: granted; checked and being put in place; served; or refused, as its content was not what it was said to be.',
});

@ObjectType({ description: 'Why the content of a file was refused.', simpleResolvers: true })
export class AssetError {
  @Field(() => String, { description: 'Such as BAD_REQUEST or PAYLOAD_TOO_LARGE.' })
  code!: string;

  @Field(() => String, { description: 'What is wrong, as a sentence for people.' })
  message!: string;
}

@ObjectType({ description: 'An uploaded file.', simpleResolvers: true })
export class Asset {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'Object key: what file processing takes as `fileKey`. It never changes.' })
  key!: string;

  @Field(() => String, {
    description:
      'Where the file is served, images also with `w`, `h`, `fit`, `q` and `f`. That of a public file does not expire. That of a restricted one is signed for who may see the file, and expires after minutes: ask again then.',
  })
  url!: string;

  @Field(() => String, { description: 'Name it was uploaded under.' })
  fileName!: string;

  @Field(() => String, { description: 'MIME type.' })
  contentType!: string;

  @Field(() => AssetKindEnum, { description: 'Image, document or media.' })
  kind!: AssetKind;

  @Field(() => AssetStatusEnum, { description: 'How far the upload is.' })
  status!: AssetStatus;

  @Field(() => Float, { nullable: true, description: 'Size in bytes; null until the content is there.' })
  size!: number | null;

  @Field(() => Int, { nullable: true, description: 'Width of an image in pixels; null for SVG.' })
  width!: number | null;

  @Field(() => Int, { nullable: true, description: 'Height of an image in pixels; null for SVG.' })
  height!: number | null;

  @Field(() => ID, { nullable: true, description: 'Folder it lies in; null: in none.' })
  folderId!: string | null;

  @Field(() => AccessLevelEnum, {
    description:
      'Who may see the file: the stricter of its folder’s level, which it keeps when it leaves the folder for none, and the one given to `processFile`.',
  })
  accessLevel!: AccessLevel;

  @Field(() => [String], { nullable: true, description: 'Slugs of subscriptions; null but at level subscription.' })
  requiredSubscriptions!: readonly string[] | null;

  @Field(() => AssetError, { nullable: true, description: 'Why it was refused.' })
  error!: AssetError | null;

  @Field(() => DateTime, { description: 'When it was uploaded or granted.' })
  createdAt!: string;
}

@ObjectType({ description: 'A page of files, newest first.', simpleResolvers: true })
export class AssetPage extends pageOf(Asset) {}

@ObjectType({ description: 'Leave to upload one file.', simpleResolvers: true })
export class UploadGrant {
  @Field(() => String, {
    description: 'Where to PUT the bytes, with the declared type as Content-Type and the other `headers`.',
  })
  uploadUrl!: string;

  @Field(() => String, {
    description: 'Where the file is served then. In a restricted folder: ask `asset` for the signed URL.',
  })
  cdnUrl!: string;

  @Field(() => String, { description: 'Object key of the file.' })
  key!: string;

  @Field(() => Int, { description: 'For how many seconds the upload URL is good.' })
  expiresIn!: number;

  @Field(() => GraphQLJSONObject, { description: 'Headers that the PUT has to carry, by name.' })
  headers!: Readonly<Record<string, string>>;
}
