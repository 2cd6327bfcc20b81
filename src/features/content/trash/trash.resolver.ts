import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { IdArg, PageArg } from '../../../api/args.ts';
import type { RequestContext } from '../../../api/request-context.ts';
import { Cost, pageCost } from '../../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../../api/deletion-result.ts';
import type { PageInput } from '../../../api/page.types.ts';
import { Scope } from '../../../api/scope.ts';
import { ContentItem } from '../content.types.ts';
import { TRASH_PAGES, type TrashService } from './trash.service.ts';
import { TrashedContentPage } from './trash.types.ts';

@Resolver()
export class TrashResolver {
  private readonly trash: TrashService;

  constructor(trash: TrashService) {
    this.trash = trash;
  }

  @Scope('read')
  @Cost(pageCost(TRASH_PAGES))
  @Query(() => TrashedContentPage, {
    description:
      'Content items in the trash that the viewer could read, deleted last first. Page size: default 50, maximum 100. Requires the scope `preview`.',
  })
  trashedContents(
    @Ctx() context: RequestContext,
    @Arg('type', () => String, { nullable: true, description: 'Slug of a content type. Default: all types.' })
    type: string | null,
    @PageArg() page: PageInput | null,
  ): Promise<TrashedContentPage> {
    return this.trash.list(context.viewer, type, page ?? {});
  }

  @Scope('write', 'author')
  @Mutation(() => ContentItem, {
    description:
      'Takes an item out of the trash, with its id, its versions, the references to it and its place in the index. Its slug gets a number if it is used by now; a collection, content type or file that was deleted meanwhile does not come back. NOT_FOUND if it is not in the trash; CONFLICT if another item has its externalId, or is the translation in its language.',
  })
  restoreContent(@Ctx() context: RequestContext, @IdArg('item') id: string): Promise<ContentItem> {
    return this.trash.restore(context.viewer, id);
  }

  @Scope('write')
  @Mutation(() => DeletionResult, {
    description: 'Removes an item from the trash for good, with its versions. NOT_FOUND if it is not there.',
  })
  async deleteTrashedContent(@Ctx() context: RequestContext, @IdArg('item') id: string): Promise<DeletionResult> {
    await this.trash.remove(context.viewer, id);
    return toDeletionResult(id);
  }
}
