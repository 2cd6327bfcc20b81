import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../../api/resource.types.ts';
import { createEnum } from '../../../api/enum.ts';
import { GraphQLJSONObject } from '../../../api/scalars.ts';
import { FOLDER_STATUSES } from '../asset.entity.ts';
import type { FolderStatus } from '../asset.entity.ts';
import { TIER_LEVELS, type TierLevel } from '../../../access/access-level.ts';
import { Bounds } from '../../../api/input-bounds.ts';
import { partialInput, requiredInput } from '../../../api/input-of.ts';
import { Visible } from '../../../api/visible.ts';
import { SLUG } from '../../../shared/bounds.ts';
import { WEB_LINK } from '../../../shared/link.ts';
import { DESCRIPTION_LENGTH, LABEL_LENGTH, NAME_LENGTH } from '../../../shared/checks.ts';
import { GENERATED_SLUG_LENGTH } from '../../../text/slug.ts';

const URL_LENGTH = 2_000;
const METADATA_BYTES = 64 * 1024;
const MAX_ORDER = 1_000_000;

export const FolderStatusEnum = createEnum('AssetFolderStatus', FOLDER_STATUSES, 'Status of a folder.');

export const FolderAccessLevelEnum = createEnum(
  'AssetFolderAccessLevel',
  TIER_LEVELS,
  'Who can read a folder, its files and their passages in the knowledge base.',
);

@Visible('guarded')
@ObjectType({ description: 'A folder of files.', simpleResolvers: true })
export class AssetFolder extends Resource {
  @Field(() => String, { description: 'Display name, at most 300 characters.' })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  name!: string;

  @Field(() => String, {
    description: 'Slug of lower-case letters, digits and hyphens, unique within the parent folder.',
  })
  @Bounds({ filled: true, format: SLUG, maxLength: GENERATED_SLUG_LENGTH })
  slug!: string;

  @Field(() => String, { nullable: true, description: 'Description of the folder, at most 5,000 characters.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  description!: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of the parent folder; null for a root folder.' })
  parentId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'URL of the cover image, http or https without a user name, or relative, at most 2,000 characters.',
  })
  @Bounds({ maxLength: URL_LENGTH, format: WEB_LINK })
  coverImage!: string | null;

  @Field(() => String, { nullable: true, description: 'Colour, in any notation, at most 200 characters.' })
  @Bounds({ maxLength: LABEL_LENGTH })
  color!: string | null;

  @Field(() => String, { nullable: true, description: 'Icon name, at most 200 characters.' })
  @Bounds({ maxLength: LABEL_LENGTH })
  icon!: string | null;

  @Field(() => Int, { description: 'Position among the folders with the same parent. Default 0.' })
  @Bounds({ minimum: -MAX_ORDER, maximum: MAX_ORDER })
  order!: number;

  @Field(() => FolderAccessLevelEnum, {
    description: 'Who can read the folder and its files. Subfolders have their own access level. Default public.',
  })
  accessLevel!: TierLevel;

  @Field(() => GraphQLJSONObject, { description: 'Free-form data of the caller, at most 64 kB as JSON.' })
  @Bounds({ maxJsonBytes: METADATA_BYTES })
  metadata!: Record<string, unknown>;

  @Field(() => String, { description: 'Path from the root, made of slugs, such as `/photos/2026`.' })
  path!: string;

  @Field(() => Int, { description: 'Depth in the tree; a root folder has 0.' })
  depth!: number;

  @Field(() => FolderStatusEnum, { description: 'Status of the folder. Default active.' })
  status!: FolderStatus;

  /** The subfolders; only set if a tree was requested. */
  tree?: FolderTree[];
}

/** A folder in a tree: its fields and, recursively, its children. */
export type FolderTree = Omit<AssetFolder, 'tree' | 'id'> & { _id: string; children: FolderTree[] };

@InputType({ description: 'Changes to a folder. Omitted fields keep their value; null clears.' })
export class UpdateAssetFolderInput extends partialInput(AssetFolder, {
  omit: ['id', 'path', 'depth', 'createdAt', 'updatedAt', 'revision', 'tree'],
}) {}

@InputType({ description: 'A new folder.' })
export class CreateAssetFolderInput extends requiredInput(UpdateAssetFolderInput, ['name', 'slug']) {}

@InputType({ description: 'Filter of a list of folders; all conditions must hold.' })
export class AssetFolderFilter {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the parent folder; `null` as a string selects root folders. Omitted: folders at all levels.',
  })
  parentId?: string | null;

  @Field(() => String, { nullable: true, description: 'Exact path of a folder.' })
  path?: string | null;

  @Field(() => FolderStatusEnum, { nullable: true, description: 'Status. Omitted: any status.' })
  status?: FolderStatus | null;
}
