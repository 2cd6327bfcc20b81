import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { RevisionFields } from '../../../api/resource.types.ts';
import { GraphQLJSONObject } from '../../../api/scalars.ts';
import { Visible } from '../../../api/visible.ts';
import type { JsonObject } from '../content.entity.ts';
import { Writer } from '../history/content-version.types.ts';

@Visible('guarded')
@ObjectType({ description: 'Changes of a content item that are not live yet.', simpleResolvers: true })
export class ContentDraft extends RevisionFields {
  @Field(() => ID, { description: 'Id of the item.' })
  id!: string;

  @Field(() => Int, { description: 'Revision of the item that the draft was begun from.' })
  itemRevision!: number;

  @Field(() => GraphQLJSONObject, {
    description:
      'The values that differ from those of the item, by the names of its fields, as `updateContent` takes them: of `customFields` those that differ, of which null removes one.',
  })
  values!: JsonObject;

  @Field(() => Writer, { nullable: true, description: 'Who saved it last; null if it is not known.' })
  writtenBy!: Writer | null;
}

@InputType({ description: 'What a draft may be written over.' })
export class PublishContentDraftInput {
  @Field(() => Int, {
    nullable: true,
    description:
      'Revision of the item, if that was changed since the draft was begun. Default: the one that the draft was begun from.',
  })
  itemRevision?: number | null;
}
