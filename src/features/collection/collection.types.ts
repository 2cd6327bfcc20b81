import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { createPageType } from '../../api/page.types.ts';
import { Bounds } from '../../api/input-bounds.ts';
import { partialInput, requiredInput } from '../../api/input-of.ts';
import { RevisionFields } from '../../api/resource.types.ts';
import { Visible } from '../../api/visible.ts';
import { SLUG } from '../../shared/bounds.ts';
import { DESCRIPTION_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';

const MAX_ORDER = 1_000_000;

@Visible('site')
@ObjectType({
  description: 'A named group of content items, with a position among the collections.',
  simpleResolvers: true,
})
export class Collection extends RevisionFields {
  @Field(() => ID, { description: 'Identifier, used as `collectionId` of content items.' })
  id!: string;

  @Field(() => String, { description: 'Display name, at most 300 characters.' })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  name!: string;

  @Field(() => String, {
    description:
      'Slug of lower-case letters, digits and hyphens, unique in the site. Default: generated from the name.',
  })
  @Bounds({ format: SLUG })
  slug!: string;

  @Field(() => String, { nullable: true, description: 'Description, at most 5,000 characters.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  description!: string | null;

  @Field(() => Int, { description: 'Position among the collections. Default 0.' })
  @Bounds({ minimum: -MAX_ORDER, maximum: MAX_ORDER })
  order!: number;
}

@ObjectType({ description: 'A page of collections, sorted by order.', simpleResolvers: true })
export class CollectionPage extends createPageType(Collection) {}

@InputType({ description: 'Changes to a collection. Omitted fields keep their value; null clears.' })
export class UpdateCollectionInput extends partialInput(Collection, {
  omit: ['id', 'createdAt', 'updatedAt', 'revision'],
}) {}

@InputType({ description: 'A new collection.' })
export class CreateCollectionInput extends requiredInput(UpdateCollectionInput, ['name']) {}
