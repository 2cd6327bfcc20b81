import { Field, Int, ObjectType } from 'type-graphql';
import { ContentItem } from './content.types.ts';

@ObjectType({ description: 'A page of the content items that use a file, newest first.', simpleResolvers: true })
export class AssetUses {
  @Field(() => [ContentItem], { description: 'The items of this page.' })
  items!: ContentItem[];

  @Field(() => Int, { description: 'Number of all items that use the file and that the viewer can read.' })
  total!: number;

  @Field(() => Int, { description: 'Maximum number of items of the page.' })
  limit!: number;

  @Field(() => Int, { description: 'Number of items before the page.' })
  offset!: number;

  @Field(() => Boolean, { description: 'Whether there are more items.' })
  hasMore!: boolean;
}
