import { Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLJSONObject } from '../../graphql/scalars.ts';
import { PassageSource } from '../search/passage-source.types.ts';
import { Cost } from '../../graphql/cost.ts';

@ObjectType({ description: 'A cited passage.', simpleResolvers: true })
export class CitedSource extends PassageSource {
  @Field(() => Int, { description: 'Number of the source in this answer, from 1.' })
  number!: number;

  @Field(() => ID, { description: 'Id of the passage; it changes when the source is indexed again.' })
  chunkId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Content items: URL of their page, as it was entered. Videos: URL that plays the video from the start of the passage on (`#t=` and seconds). Files: URL of the file, at the page of the passage if it has pages (`#page=` and its number). That of a restricted uploaded file is signed and expires. Null for documents, or if there is none.',
  })
  url!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Content items: `url` with the heading above the passage as its fragment; null without a heading or URL, or if `url` has a fragment.',
  })
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
