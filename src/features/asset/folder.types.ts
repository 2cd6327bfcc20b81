import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';
import { DateTime, GraphQLJSONObject } from '../../graphql/scalars.ts';
import { FOLDER_ACCESS_LEVELS, FOLDER_STATUSES } from './asset.entity.ts';
import type { FolderAccessLevel, FolderStatus } from './asset.entity.ts';
import { Bounds } from '../../graphql/bounds.ts';
import { requiredInput } from '../../graphql/input-of.ts';
import { SLUG } from '../../shared/bounds.ts';
import { DESCRIPTION_LENGTH, LABEL_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import { MADE_SLUG_LENGTH } from '../../text/slug.ts';

const URL_LENGTH = 2_000;
const METADATA_BYTES = 64 * 1024;
const MAX_ORDER = 1_000_000;

export const FolderStatusEnum = enumOf(FOLDER_STATUSES);
registerEnumType(FolderStatusEnum, { name: 'AssetFolderStatus', description: 'Whether a folder is in use.' });

export const FolderAccessLevelEnum = enumOf(FOLDER_ACCESS_LEVELS);
registerEnumType(FolderAccessLevelEnum, {
  name: 'AssetFolderAccessLevel',
  description: 'Who may see a folder, its files, and what the knowledge base takes from them.',
});

@ObjectType({ description: 'A folder of files.', simpleResolvers: true })
export class AssetFolder {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { description: 'Name in paths, unique among its neighbours.' })
  slug!: string;

  @Field(() => String, { nullable: true, description: 'What is in it.' })
  description!: string | null;

  @Field(() => ID, { nullable: true, description: 'Folder it lies in; null at the root.' })
  parentId!: string | null;

  @Field(() => String, { nullable: true, description: 'URL of a picture.' })
  coverImage!: string | null;

  @Field(() => String, { nullable: true, description: 'Colour, as the site writes colours.' })
  color!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of an icon.' })
  icon!: string | null;

  @Field(() => Int, { description: 'Position among its neighbours.' })
  order!: number;

  @Field(() => FolderAccessLevelEnum, {
    description: 'Who may see it and the files in it. Folders in it have levels of their own.',
  })
  accessLevel!: FolderAccessLevel;

  @Field(() => GraphQLJSONObject, { description: 'Whatever the site keeps with it.' })
  metadata!: Record<string, unknown>;

  @Field(() => String, { description: 'Slugs from the root, such as `/photos/2026`.' })
  path!: string;

  @Field(() => Int, { description: 'How many folders it lies in; 0 at the root.' })
  depth!: number;

  @Field(() => FolderStatusEnum, { description: 'Whether it is in use.' })
  status!: FolderStatus;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: string;

  /** Filled where a tree was asked for. */
  tree?: FolderTree[];
}

/** A folder as the tree has it: the folder's fields and, nested without an end, its children. */
export type FolderTree = Omit<AssetFolder, 'tree' | 'id'> & { _id: string; children: FolderTree[] };

@InputType({ description: 'What to change of a folder: what is absent stays, null clears.' })
export class UpdateAssetFolderInput {
  @Field(() => String, { nullable: true, description: 'Display name, at most 300 characters.' })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Lower-case letters, digits, hyphens; unique in its parent.' })
  @Bounds({ filled: true, format: SLUG, maxLength: MADE_SLUG_LENGTH })
  slug?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 5,000 characters.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  description?: string | null;

  @Field(() => ID, { nullable: true, description: 'Folder to put it into; null: the root.' })
  parentId?: string | null;

  @Field(() => String, { nullable: true, description: 'URL of a picture, at most 2,000 characters.' })
  @Bounds({ maxLength: URL_LENGTH })
  coverImage?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 200 characters.' })
  @Bounds({ maxLength: LABEL_LENGTH })
  color?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 200 characters.' })
  @Bounds({ maxLength: LABEL_LENGTH })
  icon?: string | null;

  @Field(() => Int, { nullable: true, description: 'Position among its neighbours. Default 0.' })
  @Bounds({ minimum: -MAX_ORDER, maximum: MAX_ORDER })
  order?: number | null;

  @Field(() => FolderAccessLevelEnum, { nullable: true, description: 'Default public.' })
  accessLevel?: FolderAccessLevel | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: 'At most 64 kB as JSON.' })
  @Bounds({ maxJsonBytes: METADATA_BYTES })
  metadata?: Record<string, unknown> | null;

  @Field(() => FolderStatusEnum, { nullable: true, description: 'Default active.' })
  status?: FolderStatus | null;
}

@InputType({ description: 'A new folder.' })
export class CreateAssetFolderInput extends requiredInput(UpdateAssetFolderInput, ['name', 'slug']) {}

@InputType({ description: 'Which folders a list has.' })
export class AssetFolderFilter {
  @Field(() => ID, {
    nullable: true,
    description: 'Only those directly in this folder; the word `null`: only those at the root; absent: of any.',
  })
  parentId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only the one with exactly this path.' })
  path?: string | null;

  @Field(() => FolderStatusEnum, { nullable: true, description: 'Only of this status; absent: of any.' })
  status?: FolderStatus | null;
}
