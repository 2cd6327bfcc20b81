import { Field, ID, InputType, Int } from 'type-graphql';
import type { AssetKind, AssetStatus } from './asset.entity.ts';
import { AssetKindEnum, AssetStatusEnum, FocalPoint } from './asset.types.ts';
import { Bounds } from '../../api/input-bounds.ts';
import { partialInput, requiredInput } from '../../api/input-of.ts';
import { DESCRIPTION_LENGTH, LABEL_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import { MAX_FOLDER_PATH_LENGTH } from './object-key.ts';

const FOLDER =
  'Path within the object key, such as `photos/2026`, at most 8 levels. If a folder has this path, the file is put into it.';
const FOLDER_ID = 'Id of the folder; takes precedence over `folder`.';

@InputType({ description: 'Target folder of an uploaded file.' })
export class UploadTarget {
  @Field(() => String, { nullable: true, description: FOLDER })
  @Bounds({ maxLength: MAX_FOLDER_PATH_LENGTH })
  folder?: string | null;

  @Field(() => ID, { nullable: true, description: FOLDER_ID })
  folderId?: string | null;
}

@InputType({ description: 'A file to upload.' })
export class CreateUploadGrantInput extends UploadTarget {
  @Field(() => String, { description: 'Name of the file, with its extension, at most 300 characters.' })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  filename!: string;

  @Field(() => String, { description: 'MIME type; the PUT must send it as Content-Type.' })
  @Bounds({ filled: true })
  contentType!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'Size of the file in bytes. With it the grant has a `resumableUrl`. PAYLOAD_TOO_LARGE above the maximum size of its kind.',
  })
  @Bounds({ minimum: 1 })
  size?: number | null;
}

@InputType({ description: 'The most important point of an image.' })
export class FocalPointInput extends requiredInput(partialInput(FocalPoint), ['x', 'y']) {}

@InputType({ description: 'Changes to a file. Omitted fields keep their value; null clears.' })
export class UpdateAssetInput {
  @Field(() => String, {
    nullable: true,
    description: 'Text that replaces an image for those who cannot see it, at most 5,000 characters.',
  })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  alt?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Text that is displayed with the file, at most 5,000 characters.',
  })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  caption?: string | null;

  @Field(() => FocalPointInput, {
    nullable: true,
    description: 'Point of an image that a crop (`fit=cover`) keeps. Null: the centre.',
  })
  focalPoint?: FocalPointInput | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the folder, whose access level the file gets. Null removes the file from its folder; it keeps its access level.',
  })
  folderId?: string | null;
}

@InputType({ description: 'Filter of a list of files; all conditions must hold.' })
export class AssetFilter {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the folder; `null` as a string selects files in no folder. Omitted: files of all folders.',
  })
  folderId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Path of the folder, such as `photos/2026`; `/` selects files in no folder. Subfolders are not included.',
  })
  @Bounds({ maxLength: MAX_FOLDER_PATH_LENGTH })
  folder?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'MIME type of the files, such as `image/png`, or `image/*` for all types of images.',
  })
  @Bounds({ maxLength: LABEL_LENGTH })
  mimeType?: string | null;

  @Field(() => String, { nullable: true, description: 'Part of the file name, without regard to case.' })
  @Bounds({ maxLength: NAME_LENGTH })
  name?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether content items that the viewer can read use the file by its id or its URL: true selects those that none uses, false those that one uses.',
  })
  unused?: boolean | null;

  @Field(() => AssetKindEnum, { nullable: true, description: 'Kind of file. Omitted: all kinds.' })
  kind?: AssetKind | null;

  @Field(() => AssetStatusEnum, { nullable: true, description: 'Status of the upload. Default live.' })
  status?: AssetStatus | null;
}
