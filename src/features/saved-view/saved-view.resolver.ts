import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { IdArg, InputArg } from '../../api/args.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost } from '../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../api/deletion-result.ts';
import { Scope } from '../../api/scope.ts';
import { Visible } from '../../api/visible.ts';
import { createView, deleteView, listViews, updateView } from './saved-view.service.ts';
import { CreateSavedViewInput, SavedView, UpdateSavedViewInput } from './saved-view.types.ts';

@Resolver()
export class SavedViewResolver {
  @Scope('read')
  @Cost({ points: 50, size: 10 })
  @Query(() => [SavedView], {
    description: 'The saved views of the signed-in user on this site, by name, at most 50; none without a session.',
  })
  async savedViews(@Ctx() { viewer }: RequestContext): Promise<SavedView[]> {
    return listViews(viewer);
  }

  @Scope('read')
  @Visible('caller')
  @Mutation(() => SavedView, {
    description:
      'Saves a view of the content for the signed-in user alone. BAD_REQUEST above 50 views of a site, CONFLICT for a name that the user has used, FORBIDDEN without a session.',
  })
  async createSavedView(
    @Ctx() { viewer }: RequestContext,
    @InputArg(CreateSavedViewInput, 'The new view.', { collects: true }) input: CreateSavedViewInput,
  ): Promise<SavedView> {
    return createView(viewer, input);
  }

  @Scope('read')
  @Visible('caller')
  @Mutation(() => SavedView, {
    description:
      'Changes a saved view of the signed-in user. NOT_FOUND for any other and without a session, CONFLICT for a name that the user has used.',
  })
  async updateSavedView(
    @Ctx() { viewer }: RequestContext,
    @IdArg('view') id: string,
    @InputArg(UpdateSavedViewInput, 'Fields to change.', { collects: true }) input: UpdateSavedViewInput,
  ): Promise<SavedView> {
    return updateView(viewer, id, input);
  }

  @Scope('read')
  @Visible('caller')
  @Mutation(() => DeletionResult, {
    description: 'Deletes a saved view of the signed-in user. NOT_FOUND for any other and without a session.',
  })
  async deleteSavedView(@Ctx() { viewer }: RequestContext, @IdArg('view') id: string): Promise<DeletionResult> {
    await deleteView(viewer, id);
    return toDeletionResult(id);
  }
}
