import { Field, InputType, Int } from 'type-graphql';
import { partialInput, requiredInput } from '../../api/input-of.ts';
import { DateTime } from '../../api/scalars.ts';
import type { ApiKeyScope } from '../../access/api-key-scope.ts';
import type { Plan } from '../../access/site-facts.ts';
import { ApiKeyScopeEnum, CatalogueSubscription, FormSettings, PlanEnum, Site } from './site.types.ts';
import { Bounds } from '../../api/input-bounds.ts';
import { ONE_LINE, textFormat } from '../../shared/bounds.ts';
import { EMAIL } from '../../shared/email.ts';
import { NAME_LENGTH } from '../../shared/checks.ts';

const PROJECT_ID = textFormat(/^([a-z0-9-]{4,64})?$/, 64, 'must be a Firebase project id');

@InputType({ description: 'A new site.' })
export class CreateSiteInput {
  @Field(() => String, { description: 'Display name, one line of at most 300 characters.' })
  @Bounds({ filled: true, format: ONE_LINE, maxLength: NAME_LENGTH })
  name!: string;

  @Field(() => String, { description: 'Email address of the owner.' })
  @Bounds({ required: true, format: EMAIL })
  ownerEmail!: string;

  @Field(() => PlanEnum, { nullable: true, description: 'Plan, which determines the rate limit. Default free.' })
  plan?: Plan | null;
}

@InputType({ description: 'Changes to the email settings for forms. Omitted fields keep their value.' })
class FormSettingsInput extends partialInput(FormSettings) {}

@InputType({ description: 'Identity provider of the users of a site.' })
export class SiteIdentityInput {
  @Field(() => String, { nullable: true, description: 'Firebase project id; null stops accepting tokens.' })
  @Bounds({ format: PROJECT_ID })
  projectId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Service account as JSON, needed only to detect revoked users. It is stored encrypted and cannot be read; null removes it.',
  })
  serviceAccount?: string | null;
}

@InputType()
class SubscriptionInput extends partialInput(CatalogueSubscription) {}

@InputType({ description: 'A subscription in the catalogue.' })
class CatalogueSubscriptionInput extends requiredInput(SubscriptionInput, ['slug', 'name']) {}

@InputType({ description: 'Changes to a site. Omitted fields keep their value.' })
export class UpdateSiteInput extends partialInput(Site, {
  omit: ['id', 'identity', 'model', 'reranker', 'createdAt', 'updatedAt', 'revision'],
  inputs: { forms: FormSettingsInput, subscriptions: CatalogueSubscriptionInput },
}) {
  @Field(() => SiteIdentityInput, { nullable: true, description: 'Identity provider of the users.' })
  identity?: SiteIdentityInput | null;
}

@InputType({ description: 'A new API key.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'Display name, at most 300 characters.' })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  name!: string;

  @Field(() => [ApiKeyScopeEnum], {
    nullable: true,
    description:
      'Operations that the key allows: `read`, `write`, and `preview`, with which reads include drafts and archived items. Default: all three. A key for a website needs `read` only.',
  })
  scopes?: ApiKeyScope[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether REST answers 400 to query parameters and fields of bodies that an operation does not know. Default false: they are ignored.',
  })
  strict?: boolean | null;

  @Field(() => DateTime, { nullable: true, description: 'When the key expires. Default: never.' })
  expiresAt?: Date | null;
}

const MAX_GRACE_SECONDS = 30 * 86_400;

@InputType({ description: 'How an API key gets a new secret.' })
export class RotateApiKeyInput {
  @Field(() => Int, {
    nullable: true,
    description: 'How long the previous secret also works, in seconds, 0 to 2592000 (30 days). Default 86400.',
  })
  @Bounds({ minimum: 0, maximum: MAX_GRACE_SECONDS })
  graceSeconds?: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the key expires from now on; null: never. Omitted: as before.',
  })
  expiresAt?: Date | null;
}
