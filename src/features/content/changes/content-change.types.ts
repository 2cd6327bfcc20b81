import { Field, ID, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../../api/enum.ts';
import { DateTime } from '../../../api/scalars.ts';
import { Visible } from '../../../api/visible.ts';

const CHANGE_KINDS = ['created', 'updated', 'deleted'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
const ChangeKindEnum = createEnum(
  'ContentChangeKind',
  CHANGE_KINDS,
  'What happened to a content item. `created` and `updated`: the viewer can read it; `created` if it is newer than the cursor (with a key without the scope `preview`: was first published after it). `deleted`: the viewer cannot read it any more, because it was deleted, unpublished or restricted.',
);

@Visible('guarded')
@ObjectType({ description: 'The latest change of a content item.', simpleResolvers: true })
export class ChangedContent {
  @Field(() => ID, { description: 'Id of the item.' })
  id!: string;

  @Field(() => String, { description: 'Slug of the content type.' })
  type!: string;

  @Field(() => ChangeKindEnum, {
    description:
      'What happened. A copy writes the item for `created` and `updated` alike, and removes it for `deleted`.',
  })
  change!: ChangeKind;

  @Field(() => Int, { nullable: true, description: 'Revision of the item; null for `deleted`.' })
  revision!: number | null;

  @Field(() => DateTime, { description: 'When the transaction of the change began.' })
  changedAt!: string;
}

@Visible('guarded')
@ObjectType({ description: 'Changes of content items, in order, and the cursor to go on from.', simpleResolvers: true })
export class ChangedContentPage {
  @Field(() => [ChangedContent], {
    description: 'The changes, earliest first. May be fewer than `limit`, also none, although there are more.',
  })
  items!: ChangedContent[];

  @Field(() => String, { description: 'Cursor for `since` of the next call, also of an empty page. Opaque.' })
  cursor!: string;

  @Field(() => Boolean, { description: 'Whether there are more changes now.' })
  hasMore!: boolean;
}
