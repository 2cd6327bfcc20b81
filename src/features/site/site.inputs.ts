import { Field, InputType } from 'type-graphql';
import { DateTime } from '../../graphql/scalars.ts';
import type { ApiKeyScope } from '../../shared/api-key-scope.ts';
import type { Plan } from './site.entity.ts';
import { ApiKeyScopeEnum, FormTemplateEnum, PlanEnum } from './site.types.ts';

@InputType({ description: 'A new site.' })
export class CreateSiteInput {
  @Field(() => String, { description: 'Display name, at most 300 characters.' })
  name!: string;

  @Field(() => String, { description: 'Email address of the owner.' })
  ownerEmail!: string;

  @Field(() => PlanEnum, { nullable: true, description: 'Plan, which determines the rate limit. Default free.' })
  plan?: Plan | null;
}

@InputType({ description: 'Changes to the email settings for forms. Omitted fields keep their value.' })
export class FormSettingsInput {
  @Field(() => Boolean, { nullable: true, description: 'Whether form submissions are sent by email. Default false.' })
  enabled?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Email addresses of the recipients, at most 50; if empty, the owner of the site.',
  })
  recipients?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Display name of the sender, one line.' })
  fromName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Subject of the email, one line; `{{formName}}` is replaced by the name of the form.',
  })
  subjectTemplate?: string | null;

  @Field(() => String, { nullable: true, description: 'Reply-to address.' })
  replyTo?: string | null;

  @Field(() => FormTemplateEnum, { nullable: true, description: 'Template of the email. Default `default`.' })
  template?: 'default' | 'simple' | 'branded' | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of a hidden field, at most 200 characters: a submission with a value in it is answered with success and discarded as spam. Null: no such field.',
  })
  honeypotField?: string | null;
}

@InputType({ description: 'Identity provider of the users of a site.' })
export class SiteIdentityInput {
  @Field(() => String, { nullable: true, description: 'Firebase project id; null stops accepting tokens.' })
  projectId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Service account as JSON, needed only to detect revoked users. It is stored encrypted and cannot be read; null removes it.',
  })
  serviceAccount?: string | null;
}

@InputType({ description: 'A subscription in the catalogue.' })
export class CatalogueSubscriptionInput {
  @Field(() => String, { description: 'Slug of lower-case letters, digits and hyphens, unique in the catalogue.' })
  slug!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Description of the subscription.' })
  description?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Slugs of the subscriptions that this one includes; `*` includes all. Default none.',
  })
  grants?: string[] | null;
}

@InputType({ description: 'Changes to a site. Omitted fields keep their value.' })
export class UpdateSiteInput {
  @Field(() => String, { nullable: true, description: 'Display name, at most 300 characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Email address of the owner.' })
  ownerEmail?: string | null;

  @Field(() => PlanEnum, { nullable: true, description: 'Plan, which determines the rate limit.' })
  plan?: Plan | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the subscriptions in `context.user` of calls without a token are trusted. Default false.',
  })
  trustCallerUser?: boolean | null;

  @Field(() => FormSettingsInput, { nullable: true, description: 'Email settings for submitted forms.' })
  forms?: FormSettingsInput | null;

  @Field(() => SiteIdentityInput, { nullable: true, description: 'Identity provider of the users.' })
  identity?: SiteIdentityInput | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Hosts allowed in links and images of agent answers, at most 50: `example.com`, `example.com:8443` or `*.example.com`. Default none.',
  })
  linkHosts?: string[] | null;

  @Field(() => [CatalogueSubscriptionInput], {
    nullable: true,
    description: 'All subscriptions of the catalogue, at most 200.',
  })
  subscriptions?: CatalogueSubscriptionInput[] | null;
}

@InputType({ description: 'A new API key.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'Display name, at most 300 characters.' })
  name!: string;

  @Field(() => [ApiKeyScopeEnum], {
    nullable: true,
    description: 'Operations that the key allows. Default: read and write.',
  })
  scopes?: ApiKeyScope[] | null;

  @Field(() => DateTime, { nullable: true, description: 'When the key expires. Default: never.' })
  expiresAt?: Date | null;
}
