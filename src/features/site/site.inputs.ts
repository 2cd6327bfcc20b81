import { Field, InputType } from 'type-graphql';
import { DateTime } from '../../graphql/scalars.ts';
import type { ApiKeyScope, Plan } from './site.entity.ts';
import { ApiKeyScopeEnum, FormTemplateEnum, PlanEnum } from './site.types.ts';

@InputType({ description: 'A new site.' })
export class CreateSiteInput {
  @Field(() => String, { description: 'Display name, at most 300 characters.' })
  name!: string;

  @Field(() => String, { description: 'Email address of the owner.' })
  ownerEmail!: string;

  @Field(() => PlanEnum, { nullable: true, description: 'Default `free`.' })
  plan?: Plan | null;
}

@InputType({ description: 'Form settings to change; what is absent stays.' })
export class FormSettingsInput {
  @Field(() => Boolean, { nullable: true, description: 'Whether form submissions are mailed at all. Default false.' })
  enabled?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'Email addresses, at most 50; empty: the owner of the site.' })
  recipients?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Display name of the sender, one line.' })
  fromName?: string | null;

  @Field(() => String, { nullable: true, description: 'Subject, one line; `{{formName}}` stands for the form name.' })
  subjectTemplate?: string | null;

  @Field(() => String, { nullable: true, description: 'Reply-to address.' })
  replyTo?: string | null;

  @Field(() => FormTemplateEnum, { nullable: true, description: 'The look of the mail. Default `default`.' })
  template?: 'default' | 'simple' | 'branded' | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of a field that people do not see, at most 200 characters: a submission that fills it in is answered with success and dropped. Null: none.',
  })
  honeypotField?: string | null;
}

@InputType({ description: 'The identity provider of the users of a site.' })
export class SiteIdentityInput {
  @Field(() => String, { nullable: true, description: 'Firebase project id; null: tokens are no longer accepted.' })
  projectId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Service account as JSON, needed only to notice revoked users. Stored encrypted, never read back; null removes it.',
  })
  serviceAccount?: string | null;
}

@InputType({ description: 'A subscription in the catalogue.' })
export class CatalogueSubscriptionInput {
  @Field(() => String, { description: 'Lower-case letters, digits and hyphens; unique in the catalogue.' })
  slug!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What it offers.' })
  description?: string | null;

  @Field(() => [String], { nullable: true, description: 'Slugs that it also grants; `*` grants all. Default none.' })
  grants?: string[] | null;
}

@InputType({ description: 'What to change of a site; what is absent stays.' })
export class UpdateSiteInput {
  @Field(() => String, { nullable: true, description: 'Display name, at most 300 characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Email address of the owner.' })
  ownerEmail?: string | null;

  @Field(() => PlanEnum, { nullable: true, description: 'Decides the rate limit.' })
  plan?: Plan | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Believe `context.user` of calls without a token. Default false.',
  })
  trustCallerUser?: boolean | null;

  @Field(() => FormSettingsInput, { nullable: true, description: 'How submitted forms are mailed.' })
  forms?: FormSettingsInput | null;

  @Field(() => SiteIdentityInput, { nullable: true, description: 'The identity provider of its users.' })
  identity?: SiteIdentityInput | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Hosts that links and images in answers of the agent may name, at most 50: `example.com`, `example.com:8443` or `*.example.com`. Default none.',
  })
  linkHosts?: string[] | null;

  @Field(() => [CatalogueSubscriptionInput], { nullable: true, description: 'The whole catalogue, at most 200.' })
  subscriptions?: CatalogueSubscriptionInput[] | null;
}

@InputType({ description: 'A new API key.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'What the key is for, at most 300 characters.' })
  name!: string;

  @Field(() => [ApiKeyScopeEnum], { nullable: true, description: 'Default both.' })
  scopes?: ApiKeyScope[] | null;

  @Field(() => DateTime, { nullable: true, description: 'From then on the key is refused; default never.' })
  expiresAt?: Date | null;
}
