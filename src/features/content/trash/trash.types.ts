import { Field, ID, ObjectType } from 'type-graphql';
import { createPageType } from '../../../api/page.types.ts';
import { DateTime } from '../../../api/scalars.ts';
import { Visible } from '../../../api/visible.ts';
import { Writer } from '../history/content-version.types.ts';

@Visible('guarded')
@ObjectType({ description: 'A content item in the trash.', simpleResolvers: true })
export class TrashedContent {
  @Field(() => ID, { description: 'Id of the item.' })
  id!: string;

  @Field(() => String, { description: 'Slug of the content type.' })
  type!: string;

  @Field(() => String, { description: 'Title.' })
  title!: string;

  @Field(() => String, { description: 'Language code.' })
  language!: string;

  @Field(() => DateTime, { description: 'When the item was deleted.' })
  deletedAt!: string;

  @Field(() => Writer, { nullable: true, description: 'Who deleted the item; null if it is not known.' })
  deletedBy!: Writer | null;

  @Field(() => DateTime, { description: 'When the item is removed for good.' })
  expiresAt!: string;
}

@ObjectType({ description: 'A page of content items in the trash, deleted last first.', simpleResolvers: true })
export class TrashedContentPage extends createPageType(TrashedContent) {}
