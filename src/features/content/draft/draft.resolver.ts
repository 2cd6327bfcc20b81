import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { InputArg } from '../../../api/args.ts';
import type { RequestContext } from '../../../api/request-context.ts';
import { Cost, LOADER_POINTS } from '../../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../../api/deletion-result.ts';
import { Scope } from '../../../api/scope.ts';
import { ContentDraftInput } from '../content.inputs.ts';
import { ContentItem } from '../content.types.ts';
import { type DraftService, draftByItem } from './draft.service.ts';
import { ContentDraft, PublishContentDraftInput } from './draft.types.ts';

function ContentId(): ReturnType<typeof Arg> {
  return Arg('id', () => ID, { description: 'Id of the item.' });
}

function DraftRevisionArg(): ReturnType<typeof Arg> {
  return Arg('expectedRevision', () => Int, {
    nullable: true,
    description:
      'Revision at which the caller has read the draft; 0: there was none. If it has another one by now, nothing is written: PRECONDITION_FAILED, with the current `revision`. Default: any revision.',
  });
}

@Resolver(() => ContentItem)
export class DraftResolver {
  private readonly drafts: DraftService;

  constructor(drafts: DraftService) {
    this.drafts = drafts;
  }

  @Cost(LOADER_POINTS)
  @FieldResolver(() => ContentDraft, {
    nullable: true,
    description:
      'Changes of the item that are not live yet. Null if there are none or the viewer cannot read them, and for keys without the scope `preview`.',
  })
  draft(@Root() item: ContentItem, @Ctx() context: RequestContext): Promise<ContentDraft | null> {
    return context.viewer.loader(draftByItem).load(item.id);
  }

  @Scope('read')
  @Query(() => ContentDraft, {
    description:
      'Changes of a content item that are not live yet. Requires the scope `preview`. NOT_FOUND if there are none that the viewer can read; otherwise errors as for `content`.',
  })
  contentDraft(@Ctx() context: RequestContext, @ContentId() id: string): Promise<ContentDraft> {
    return this.drafts.get(context.viewer, id);
  }

  @Scope('write')
  @Mutation(() => ContentDraft, {
    description:
      'Saves changes of a content item as its draft, beside what is live; an item has one draft. Omitted fields keep their value, null clears. Values are checked as by `updateContent`, but required fields may be empty until the draft is published. The slug, externalId, language, status, collection and position are not part of a draft. Requires the scope `preview` too.',
  })
  saveContentDraft(
    @Ctx() context: RequestContext,
    @ContentId() id: string,
    @InputArg(ContentDraftInput, 'Fields to change.', { collects: true }) input: ContentDraftInput,
    @DraftRevisionArg() expectedRevision: number | null,
  ): Promise<ContentDraft> {
    return this.drafts.save(context.viewer, id, input, expectedRevision);
  }

  @Scope('write')
  @Mutation(() => ContentItem, {
    description:
      'Makes the draft of a content item live, as one update, and publishes the item if it is not. PRECONDITION_FAILED, with the current `revision` of the item, if that was changed since the draft was begun; NOT_FOUND without a draft; otherwise errors as for `updateContent`. Requires the scope `preview` too.',
  })
  publishContentDraft(
    @Ctx() context: RequestContext,
    @ContentId() id: string,
    @DraftRevisionArg() expectedRevision: number | null,
    @Arg('input', () => PublishContentDraftInput, {
      nullable: true,
      description: 'What the draft may be written over. Default: the item as the draft was begun from it.',
    })
    input: PublishContentDraftInput | null,
  ): Promise<ContentItem> {
    return this.drafts.publish(context.viewer, id, {
      expected: expectedRevision,
      itemRevision: input?.itemRevision,
    });
  }

  @Scope('write')
  @Mutation(() => DeletionResult, {
    description:
      'Removes the draft of a content item for good; what is live stays. NOT_FOUND without a draft. Requires the scope `preview` too.',
  })
  async discardContentDraft(
    @Ctx() context: RequestContext,
    @ContentId() id: string,
    @DraftRevisionArg() expectedRevision: number | null,
  ): Promise<DeletionResult> {
    await this.drafts.discard(context.viewer, id, expectedRevision);
    return toDeletionResult(id);
  }
}
