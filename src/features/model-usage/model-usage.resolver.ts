import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost } from '../../api/cost.ts';
import { Scope } from '../../api/scope.ts';
import { type ModelPrices, readUsage } from './model-usage.service.ts';
import { ModelUsage } from './model-usage.types.ts';

@Resolver()
export class ModelUsageResolver {
  private readonly prices: ModelPrices;

  constructor(prices: ModelPrices) {
    this.prices = prices;
  }

  @Scope('read')
  @Cost({ size: 1_000 })
  @Query(() => [ModelUsage], {
    description:
      'Usage of models by the chats and videos of the site and its cost, by day and model, newest day first, at most 5,000 entries. BAD_REQUEST for more than 366 days.',
  })
  async modelUsage(
    @Ctx() context: RequestContext,
    @Arg('from', () => String, {
      nullable: true,
      description: 'First day in UTC, `YYYY-MM-DD`. Default: 89 days before `to`.',
    })
    from: string | null,
    @Arg('to', () => String, { nullable: true, description: 'Last day in UTC, `YYYY-MM-DD`. Default: today.' })
    to: string | null,
  ): Promise<ModelUsage[]> {
    return readUsage(context.viewer, this.prices, from, to);
  }
}
