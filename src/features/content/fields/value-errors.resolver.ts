import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../api/request-context.ts';
import { Cost, LOADER_POINTS } from '../../../api/cost.ts';
import { Visible } from '../../../api/visible.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { contentTypeBySlug } from '../../content-type/content-type.service.ts';
import type { JsonObject } from '../content.entity.ts';
import { contentById } from '../content.rows.ts';
import { ContentItem } from '../content.types.ts';
import { checkCustomFields } from './custom-fields.ts';
import { applyChanges } from '../draft/draft.rows.ts';
import { ContentDraft } from '../draft/draft.types.ts';

@Visible('part')
@ObjectType({ description: 'Why a stored value is not valid.', simpleResolvers: true })
class ValueError {
  @Field(() => String, { description: 'Path of the value, such as `customFields.price`.' })
  field!: string;

  @Field(() => String, { description: 'What is wrong, as the error of a write has it.' })
  message!: string;
}

/** The errors that a change of the content type has made of stored values. */
@Resolver(() => ContentItem)
export class ValueErrorsResolver {
  @Cost(LOADER_POINTS)
  @FieldResolver(() => [ValueError], {
    description:
      'Stored values of custom fields that are not valid for the content type as it is, as after a change of the type of a field; of a published item also required ones without a value. An update of its custom fields fails until they are changed. Empty for a teaser.',
  })
  valueErrors(@Root() item: ContentItem, @Ctx() { viewer }: RequestContext): Promise<ValueError[]> {
    return listErrors(viewer, item, item.status === 'published');
  }
}

@Resolver(() => ContentDraft)
export class DraftValueErrorsResolver {
  @Cost(LOADER_POINTS)
  @FieldResolver(() => [ValueError], {
    description: 'The same of the item with its draft. The draft cannot be published until they are changed.',
  })
  async valueErrors(@Root() draft: ContentDraft, @Ctx() { viewer }: RequestContext): Promise<ValueError[]> {
    const item = await viewer.loader(contentById).load(draft.id);
    return item ? listErrors(viewer, applyChanges(item, draft.values), false) : [];
  }
}

async function listErrors(
  viewer: Viewer,
  { type, customFields }: { type: string; customFields: JsonObject | null },
  published: boolean,
): Promise<ValueError[]> {
  const definition = customFields && (await viewer.loader(contentTypeBySlug).load(type));
  return definition ? checkCustomFields(definition.fields, customFields, { published }).violations : [];
}
