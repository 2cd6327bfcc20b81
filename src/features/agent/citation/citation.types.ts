import { Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLJSONObject } from '../../../api/scalars.ts';
import { PassageSource } from '../../search/passage-source.types.ts';
import { Cost } from '../../../api/cost.ts';
import { Visible } from '../../../api/visible.ts';

@Visible('part')
@ObjectType({ description: 'A cited passage.', simpleResolvers: true })
export class CitedSource extends PassageSource {
  @Field(() => Int, { description: 'Number of the source in this answer, from 1.' })
  number!: number;

  @Field(() => ID, { description: 'Id of the passage; it changes when the source is indexed again.' })
  chunkId!: string;

  /** The URL as it was made or stored; `CitedSourceResolver` answers the field. */
  url!: string | null;

  anchor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Videos: start of the passage as MM:SS, or H:MM:SS from one hour on.',
  })
  timestamp!: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Metadata of the source, if the persona has includeSourceMetadata: fileName, contentType, section and, of a Markdown text, frontMatter, as in search results.',
  })
  metadata!: Record<string, unknown> | null;
}

@Visible('part')
@ObjectType({ description: 'A part of the answer with the passages that support it.', simpleResolvers: true })
export class Citation {
  @Field(() => Int, { description: 'Start of the part in the message (inclusive), in UTF-16 units.' })
  start!: number;

  @Field(() => Int, { description: 'End (exclusive), in UTF-16 units.' })
  end!: number;

  @Cost({ size: 2 })
  @Field(() => [CitedSource], { description: 'The cited passages, at least one.' })
  sources!: CitedSource[];
}
