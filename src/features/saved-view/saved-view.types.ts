import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Bounds } from '../../api/input-bounds.ts';
import { partialInput, requiredInput } from '../../api/input-of.ts';
import { Visible } from '../../api/visible.ts';
import { textFormat } from '../../shared/bounds.ts';
import type { ContentStatus } from '../content/content.entity.ts';
import { ContentStatusEnum } from '../content/content.types.ts';

const MAX_NAME_LENGTH = 100;
const MAX_TYPE_LENGTH = 200;
const MAX_SEARCH_LENGTH = 300;
const MAX_COLUMNS = 20;
const MAX_COLUMN_LENGTH = 100;
const SORT = textFormat(/^-?[A-Za-z][A-Za-z0-9_.]{0,99}$/, 101, 'must be a field, with - before it for descending');

@Visible('caller')
@ObjectType({ description: 'A named list of content items that a user has saved.', simpleResolvers: true })
export class SavedView {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'Name, at most 100 characters, unique among the views of the user.' })
  @Bounds({ filled: true, maxLength: MAX_NAME_LENGTH })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Slug of a content type, which need not exist; null: all.' })
  @Bounds({ maxLength: MAX_TYPE_LENGTH })
  contentType!: string | null;

  @Field(() => ContentStatusEnum, { nullable: true, description: 'Status of the items; null: every one.' })
  status!: ContentStatus | null;

  @Field(() => String, { nullable: true, description: 'Words to search for, at most 300 characters.' })
  @Bounds({ maxLength: MAX_SEARCH_LENGTH })
  search!: string | null;

  @Field(() => Boolean, { description: 'Whether only items are listed that the user has created. Default false.' })
  createdByMe!: boolean;

  @Field(() => String, { nullable: true, description: 'Sort of `contents`, such as `title` or `-updatedAt`.' })
  @Bounds({ format: SORT })
  sort!: string | null;

  @Field(() => [String], { description: 'Names of the fields that are columns, at most 20; empty: those of the type.' })
  @Bounds({ maxItems: MAX_COLUMNS, items: { filled: true, maxLength: MAX_COLUMN_LENGTH } })
  columns!: string[];
}

@InputType({ description: 'Changes to a saved view. Omitted fields keep their value; null clears.' })
export class UpdateSavedViewInput extends partialInput(SavedView, { omit: ['id'] }) {}

@InputType({ description: 'A new saved view.' })
export class CreateSavedViewInput extends requiredInput(UpdateSavedViewInput, ['name']) {}
