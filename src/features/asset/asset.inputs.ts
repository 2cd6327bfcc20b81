import { Field, ID, InputType } from 'type-graphql';
import type { AssetKind, AssetStatus } from './asset.entity.ts';
import { AssetKindEnum, AssetStatusEnum } from './asset.types.ts';
import { Bounds } from '../../graphql/bounds.ts';
import { NAME_LENGTH } from '../../shared/checks.ts';
import { MAX_FOLDER_PATH_LENGTH } from './object-key.ts';

const FOLDER =
  'Path for the key, such as `photos/2026`; where a folder has that path, the file is put into it. At most 8 levels.';
const FOLDER_ID = 'Folder to put the file into; wins over `folder`.';

@InputType({ description: 'Where an uploaded file goes.' })
export class UploadTarget {
  @Field(() => String, { nullable: true, description: FOLDER })
  @Bounds({ maxLength: MAX_FOLDER_PATH_LENGTH })
  folder?: string | null;

  @Field(() => ID, { nullable: true, description: FOLDER_ID })
  folderId?: string | null;
}

@InputType({ description: 'A file that is going to be uploaded.' })
export class CreateUploadGrantInput extends UploadTarget {
  @Field(() => String, { description: 'Name of the file, with its extension, at most 300 characters.' })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  filename!: string;

  @Field(() => String, { description: 'MIME type, which the upload has to carry as Content-Type.' })
  @Bounds({ filled: true })
  contentType!: string;
}

@InputType({ description: 'Which files a list has.' })
export class AssetFilter {
  @Field(() => ID, {
    nullable: true,
    description: 'Only those in this folder; the word `null`: only those in none; absent: of any folder.',
  })
  folderId?: string | null;

  @Field(() => AssetKindEnum, { nullable: true, description: 'Only of this kind; absent: of any.' })
  kind?: AssetKind | null;

  @Field(() => AssetStatusEnum, { nullable: true, description: 'Only of this status. Default live.' })
  status?: AssetStatus | null;
}
