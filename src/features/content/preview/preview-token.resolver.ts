import { Arg, Ctx, ID, InputType, Field, Int, Mutation, Resolver } from 'type-graphql';
import { IdArg } from '../../../api/args.ts';
import type { RequestContext } from '../../../api/request-context.ts';
import { Bounds, checkInput } from '../../../api/input-bounds.ts';
import { DeletionResult, toDeletionResult } from '../../../api/deletion-result.ts';
import { Scope } from '../../../api/scope.ts';
import { createPreviewToken, revokePreviewToken } from './preview-token.service.ts';
import { PreviewToken } from './preview-token.types.ts';

const DEFAULT_MINUTES = 60;
const MAX_MINUTES = 24 * 60;

@InputType({ description: 'A new preview token.' })
export class CreatePreviewTokenInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the content item that it shows. Default: everything of the site.',
  })
  itemId?: string | null;

  @Bounds({ minimum: 1, maximum: MAX_MINUTES })
  @Field(() => Int, { nullable: true, description: 'How long it works, 1 to 1,440 minutes. Default 60.' })
  minutes?: number | null;
}

@Resolver()
export class PreviewTokenResolver {
  @Scope('write')
  @Mutation(() => PreviewToken, {
    description:
      'Creates a token for the header `X-Svc-Preview-Token`, beside any API key of the site: its caller reads drafts in the place of what is live, and unpublished items, of the site or of one item. It adds nothing to the access levels that the caller may read. It ends when the key or member that made it could not make it any more. BAD_REQUEST above 1,000 tokens of a site. Requires the scope `preview` too.',
  })
  createPreviewToken(
    @Ctx() context: RequestContext,
    @Arg('input', () => CreatePreviewTokenInput, { nullable: true, description: 'What it shows, and how long.' })
    input: CreatePreviewTokenInput | null,
  ): Promise<PreviewToken> {
    checkInput(CreatePreviewTokenInput, input ?? {}).throwIfInvalid();
    return createPreviewToken(context.viewer, input?.itemId ?? null, input?.minutes ?? DEFAULT_MINUTES);
  }

  @Scope('write')
  @Mutation(() => DeletionResult, {
    description: 'Ends a preview token at once. NOT_FOUND if there is none. Requires the scope `preview` too.',
  })
  async revokePreviewToken(@Ctx() context: RequestContext, @IdArg('token') id: string): Promise<DeletionResult> {
    await revokePreviewToken(context.viewer, id);
    return toDeletionResult(id);
  }
}
