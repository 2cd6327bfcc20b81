import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Cost } from '../../graphql/cost.ts';
import { Scope } from '../../graphql/scopes.ts';
import {
  ContentOutcome,
  CreateContentsInput,
  UpdateContentsInput,
  createContents,
  updateContents,
} from './content.batch.ts';
import type { ContentService } from './content.service.ts';

@Resolver()
export class ContentBatchResolver {
  private readonly contents: ContentService;

  constructor(contents: ContentService) {
    this.contents = contents;
  }

  @Scope('write', 'author')
  @Cost({ points: 5_000, size: 100 })
  @Mutation(() => [ContentOutcome], {
    description:
      'Creates up to 100 content items, each as by createContent, and returns an outcome for each, in the same order. BAD_REQUEST without items or with more than 100.',
  })
  async createContents(
    @Ctx() context: RequestContext,
    @Arg('input', () => CreateContentsInput, { description: 'The new items.' }) input: CreateContentsInput,
  ): Promise<ContentOutcome[]> {
    return createContents(this.contents, context.viewer, input);
  }

  @Scope('write', 'author')
  @Cost({ points: 5_000, size: 100 })
  @Mutation(() => [ContentOutcome], {
    description:
      'Changes up to 100 content items, each as by updateContent, and returns an outcome for each, in the same order. BAD_REQUEST without items or with more than 100.',
  })
  async updateContents(
    @Ctx() context: RequestContext,
    @Arg('input', () => UpdateContentsInput, { description: 'The changes.' }) input: UpdateContentsInput,
  ): Promise<ContentOutcome[]> {
    return updateContents(this.contents, context.viewer, input);
  }
}
