import { Field, ID, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../api/enum.ts';
import type { SourceKind } from '../knowledge/knowledge.entity.ts';

/** A draft is shown as its item. */
export type PassageKind = Exclude<SourceKind, 'draft'>;

const SourceKindEnum = createEnum<PassageKind>(
  'KnowledgeSourceKind',
  ['content', 'document', 'file', 'video'],
  'Kind of the source of a passage.',
);

/** The source of a passage, where it is found and where it is cited. */
@ObjectType({ simpleResolvers: true })
export abstract class PassageSource {
  @Field(() => ID, { description: 'Id of the content item, document, file or video.' })
  sourceId!: string;

  @Field(() => SourceKindEnum, { description: 'Kind of source.' })
  source!: PassageKind;

  @Field(() => String, { description: 'Title of the source.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'Content items: slug of the content type; otherwise null.' })
  type!: string | null;

  @Field(() => String, { nullable: true, description: 'Content items: slug; otherwise null.' })
  slug!: string | null;

  @Field(() => String, { nullable: true, description: 'Content items: ISO language code; otherwise null.' })
  language!: string | null;

  @Field(() => Int, { nullable: true, description: 'Page number, from 1; null if the source has no pages.' })
  page!: number | null;
}
