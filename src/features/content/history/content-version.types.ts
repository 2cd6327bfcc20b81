import { Field, ID, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../../api/enum.ts';
import { createPageType } from '../../../api/page.types.ts';
import { DateTime, GraphQLJSON, GraphQLJSONObject } from '../../../api/scalars.ts';
import { Visible } from '../../../api/visible.ts';
import type { JsonObject } from '../content.entity.ts';

const WRITER_KINDS = ['key', 'member'] as const;
export type WriterKind = (typeof WRITER_KINDS)[number];
const WriterKindEnum = createEnum('WriterKind', WRITER_KINDS, 'Who sent a request: an API key, or a signed-in member.');

@Visible('part')
@ObjectType({ description: 'Whose request wrote something.', simpleResolvers: true })
export class Writer {
  @Field(() => WriterKindEnum, { description: 'Whether it was an API key or a member of the site.' })
  kind!: WriterKind;

  @Field(() => ID, { description: 'Id of the API key or of the user.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the API key, null if the key is not there any more; name that the user had when the request was sent.',
  })
  name!: string | null;
}

@ObjectType({ simpleResolvers: true })
abstract class WrittenVersion {
  @Field(() => Int, { description: 'Revision that the item had.' })
  revision!: number;

  @Field(() => DateTime, { description: 'When this version was written.' })
  writtenAt!: string;

  @Field(() => Writer, { nullable: true, description: 'Who wrote this version; null if it is not known.' })
  writtenBy!: Writer | null;
}

@Visible('guarded')
@ObjectType({ description: 'A former version of a content item, in a list.', simpleResolvers: true })
export class ContentVersionSummary extends WrittenVersion {
  @Field(() => ID, { description: 'Identifier in lists.' })
  id!: string;

  @Field(() => [String], {
    description:
      'Fields in which the version after this one differs, in the order of their names: `title`, `customFields.rating`.',
  })
  changedAfter!: string[];
}

@ObjectType({ description: 'A page of former versions of a content item, latest first.', simpleResolvers: true })
export class ContentVersionPage extends createPageType(ContentVersionSummary) {}

@Visible('guarded')
@ObjectType({ description: 'A version of a content item with its values.', simpleResolvers: true })
export class ContentVersion extends WrittenVersion {
  @Field(() => GraphQLJSONObject, {
    description: "The item's fields at that revision, as `ContentItem` has them, without those of expansions.",
  })
  values!: JsonObject;
}

@Visible('guarded')
@ObjectType({ description: 'A value that differs between two versions.', simpleResolvers: true })
export class ContentDifference {
  @Field(() => String, {
    description: 'Path of the value, such as `title` or `customFields.address.city`. A list is one value.',
  })
  path!: string;

  @Field(() => GraphQLJSON, { nullable: true, description: 'The value in the first version; null if it has none.' })
  before!: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'The value in the second version; null if it has none.' })
  after!: unknown;
}
