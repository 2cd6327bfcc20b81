import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { GraphQLJSONObject } from '../../../api/scalars.ts';
import { Scope } from '../../../api/scope.ts';
import { Visible } from '../../../api/visible.ts';
import { badRequest, toCallerError } from '../../../shared/errors.ts';
import { NO_ID } from '../../../shared/ids.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { JsonObject } from '../content.entity.ts';
import { CreateContentInput, UpdateContentInput } from '../content.inputs.ts';
import type { ContentService } from '../content.service.ts';
import { idsByExternalId } from '../fields/custom-fields.external-ids.ts';
import { ContentItem } from '../content.types.ts';

const MAX_ITEMS = 100;

@InputType({ description: 'New content items.' })
export class CreateContentsInput {
  @Field(() => [CreateContentInput], { description: 'The new items, 1 to 100.' })
  items!: CreateContentInput[];
}

@InputType({ description: 'Changes to one of several content items.' })
export class ContentChange {
  @Field(() => ID, { nullable: true, description: 'Id of the item. Default: that of the item with the externalId.' })
  id?: string | null;

  @Field(() => String, { nullable: true, description: "The caller's own id of the item, in place of its id." })
  externalId?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Revision at which the caller has read the item: with another one by now it is not changed.',
  })
  expectedRevision?: number | null;

  @Field(() => UpdateContentInput, { description: 'Fields to change.' })
  changes!: UpdateContentInput;
}

@InputType({ description: 'Changes to content items.' })
export class UpdateContentsInput {
  @Field(() => [ContentChange], { description: 'The changes, 1 to 100, applied in this order.' })
  items!: ContentChange[];
}

@Visible('written')
@ObjectType({
  description: 'What became of one of several content items: the item, or an error.',
  simpleResolvers: true,
})
export class ContentOutcome {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the written item; of an item whose externalId is already used, the id of that item.',
  })
  id!: string | null;

  @Field(() => ContentItem, { nullable: true, description: 'The written item; null if it was not written.' })
  item!: ContentItem | null;

  @Scope('write')
  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Why the item was not written: `message`, `code` and what else the error of a single write has, such as `details`. Null if it was.',
  })
  error!: JsonObject | null;
}

/** Each item is written for itself: one that fails leaves the others as they are. In the order of the input. */
export async function createContents(
  contents: ContentService,
  viewer: Viewer,
  { items }: CreateContentsInput,
): Promise<ContentOutcome[]> {
  return collectOutcomes(items, (item) => contents.create(viewer, item));
}

export async function updateContents(
  contents: ContentService,
  viewer: Viewer,
  { items }: UpdateContentsInput,
): Promise<ContentOutcome[]> {
  const ids = await idsByExternalId(
    viewer,
    items.flatMap(({ id, externalId }) => (id ? [] : (externalId ?? []))),
  );
  return collectOutcomes(items, ({ id, externalId, changes, expectedRevision }) =>
    contents.update(viewer, id ?? ids.get(externalId ?? '') ?? NO_ID, changes, expectedRevision),
  );
}

async function collectOutcomes<I>(
  items: readonly I[],
  write: (item: I) => Promise<ContentItem>,
): Promise<ContentOutcome[]> {
  if (items.length === 0 || items.length > MAX_ITEMS)
    throw badRequest('items', `items must have 1 to ${MAX_ITEMS} items`);
  const outcomes: ContentOutcome[] = [];
  for (const input of items) {
    outcomes.push(await write(input).then((item) => ({ id: item.id, item, error: null }), outcomeOfError));
  }
  return outcomes;
}

/** @throws an error that concerns the whole request, such as a missing database */
function outcomeOfError(error: unknown): ContentOutcome {
  const { message, code, extras } = toCallerError(error);
  const id = typeof extras['id'] === 'string' ? extras['id'] : null;
  return { id, item: null, error: { ...extras, message, code } };
}
