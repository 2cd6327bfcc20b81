import { Field, ID, InputType } from 'type-graphql';
import type { AssetKind, AssetStatus } from './asset.entity.ts';
import { AssetKindEnum, AssetStatusEnum } from './asset.types.ts';
import { Bounds } from '../../graphql/bounds.ts';
import { NAME_LENGTH } from '../../shared/checks.ts';
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
}

@InputType({ description: 'Filter of a list of files; all conditions must hold.' })
export class AssetFilter {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the folder; `null` as a string selects files in no folder. Omitted: files of all folders.',
  })
  folderId?: string | null;

  @Field(() => AssetKindEnum, { nullable: true, description: 'Kind of file. Omitted: all kinds.' })
  kind?: AssetKind | null;

  @Field(() => AssetStatusEnum, { nullable: true, description: 'Status of the upload. Default live.' })
  status?: AssetStatus | null;
}
