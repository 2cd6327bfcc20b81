import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../api/request-context.ts';
import { Cost, pageCost } from '../../../api/cost.ts';
import { Asset } from '../../asset/asset.types.ts';
import { AssetUses, USE_PAGES, listAssetUses } from './asset-uses.ts';

@Resolver(() => Asset)
export class AssetUsesResolver {
  @Cost(pageCost(USE_PAGES))
  @FieldResolver(() => AssetUses, {
    description:
      'Content items with the id of the file in a field of type media or file, or with its URL in any text, as far as the viewer can read them; for viewers that see drafts also those whose draft has it. An item counts from its last write.',
  })
  usedBy(
    @Root() asset: Asset,
    @Ctx() context: RequestContext,
    @Arg('limit', () => Int, { nullable: true, description: 'Page size. Default 20, maximum 100.' })
    limit: number | null,
    @Arg('offset', () => Int, { nullable: true, description: 'Number of items to skip. Default 0.' })
    offset: number | null,
  ): Promise<AssetUses> {
    return listAssetUses(context.viewer, asset.id, { limit, offset });
  }
}
