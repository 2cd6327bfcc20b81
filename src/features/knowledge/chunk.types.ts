import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { createPageType } from '../../api/page.types.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import { AccessLevelEnum } from '../../api/access-level.types.ts';
import { Visible } from '../../api/visible.ts';

@Visible('guarded')
@ObjectType({ description: 'A part of the text of a source, as searches find it.', simpleResolvers: true })
export class KnowledgeChunk {
  @Field(() => ID, { description: 'Identifier; it changes when the source is indexed again.' })
  id!: string;

  @Field(() => Int, { description: 'Position in the source, from 0.' })
  position!: number;

  @Field(() => [String], { description: 'Headings above the text, highest first; empty if there are none.' })
  section!: string[];

  @Field(() => String, { description: 'Text.' })
  text!: string;

  @Field(() => Int, { nullable: true, description: 'Page number, from 1; null if the source has no pages.' })
  page!: number | null;

  @Field(() => Float, { nullable: true, description: 'Videos: start in seconds; otherwise null.' })
  startTime!: number | null;

  @Field(() => Float, { nullable: true, description: 'Videos: end in seconds; otherwise null.' })
  endTime!: number | null;

  @Field(() => AccessLevelEnum, {
    description:
      'Access level of the source when this text was indexed. Until the source is indexed again after a change of its level, both levels apply.',
  })
  accessLevel!: AccessLevel;

  @Field(() => Boolean, {
    description:
      'Whether the chunk has a vector of the present embedding model. Without one, searches find it by its words only.',
  })
  hasVector!: boolean;

  @Field(() => String, { nullable: true, description: 'Embedding model of the vector; null if there is no vector.' })
  embedder!: string | null;
}

@ObjectType({ description: 'A page of the chunks of a source, in the order of the text.', simpleResolvers: true })
export class KnowledgeChunkPage extends createPageType(KnowledgeChunk) {}
