import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../../graphql/scalars.ts';
import { API_KEY_SCOPES, FORM_TEMPLATES, PLANS } from './site.entity.ts';
import type { ApiKeyScope, Plan } from './site.entity.ts';
import { enumOf } from '../../graphql/enum.ts';

export const PlanEnum = enumOf(PLANS);
registerEnumType(PlanEnum, { name: 'Plan', description: 'Decides the rate limit of a site.' });

export const ApiKeyScopeEnum = enumOf(API_KEY_SCOPES);
registerEnumType(ApiKeyScopeEnum, { name: 'ApiKeyScope', description: 'What an API key may do.' });

export const FormTemplateEnum = enumOf(FORM_TEMPLATES);
registerEnumType(FormTemplateEnum, { name: 'FormTemplate', description: 'The look of the mail that a form sends.' });

@ObjectType({ description: 'How submitted forms are mailed.', simpleResolvers: true })
export class FormSettings {
  @Field(() => Boolean, { description: 'Whether form submissions are mailed at all.' })
  enabled!: boolean;

  @Field(() => [String], { description: 'Who gets the mail; empty: the owner of the site.' })
  recipients!: string[];

  @Field(() => String, { nullable: true, description: 'Display name of the sender.' })
  fromName!: string | null;

  @Field(() => String, { description: 'Subject of the mail; `{{formName}}` stands for the name of the form.' })
  subjectTemplate!: string;

  @Field(() => String, { nullable: true, description: 'Reply-to address.' })
  replyTo!: string | null;

  @Field(() => FormTemplateEnum, { description: 'The look of the mail.' })
  template!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of a field that people do not see: a submission that fills it in is dropped. Null: none.',
  })
  honeypotField!: string | null;
}

@ObjectType({
  description: 'Which identity provider project signs the tokens of the users of a site.',
  simpleResolvers: true,
})
export class SiteIdentity {
  @Field(() => String, { nullable: true, description: 'Firebase project id; null: tokens are not accepted.' })
  projectId!: string | null;

  @Field(() => Boolean, { description: 'Whether a service account is stored; it is never read back.' })
  hasServiceAccount!: boolean;
}

@ObjectType({ description: 'A subscription in the catalogue of a site.', simpleResolvers: true })
export class CatalogueSubscription {
  @Field(() => String, { description: 'What content items require and tokens carry.' })
  slug!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What the subscription offers.' })
  description!: string | null;

  @Field(() => [String], { description: 'Slugs that holding this one also holds, transitively; `*` is all of them.' })
  grants!: string[];
}

@ObjectType({ description: 'An API key without its secret.', simpleResolvers: true })
export class ApiKey {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'What the key is for.' })
  name!: string;

  @Field(() => String, { description: 'The first characters of the secret, to tell keys apart.' })
  prefix!: string;

  @Field(() => [ApiKeyScopeEnum], { description: 'What the key may do.' })
  scopes!: ApiKeyScope[];

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'Last use, to within a few seconds; null: never.' })
  lastUsedAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'From then on it is refused; null: never.' })
  expiresAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was revoked; null: it works.' })
  revokedAt!: string | null;
}

@ObjectType({ description: 'A new API key; the only answer that holds its secret.', simpleResolvers: true })
export class CreatedApiKey {
  @Field(() => ID, { description: 'Identifier, for `revokeApiKey`.' })
  id!: string;

  @Field(() => String, {
    description: 'The value of the header `X-Svc-API-Key`. It is stored only as a hash: keep it.',
  })
  secret!: string;
}

@ObjectType({ description: 'A tenant: everything else belongs to exactly one site.', simpleResolvers: true })
export class Site {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { description: 'Who gets form mail when no recipients are set.' })
  ownerEmail!: string;

  @Field(() => PlanEnum, { description: 'Decides the rate limit.' })
  plan!: Plan;

  @Field(() => Boolean, {
    description:
      'Whether `context.user` of a search or chat without a token is believed (its subscriptions, at tier free).',
  })
  trustCallerUser!: boolean;

  @Field(() => FormSettings, { description: 'How submitted forms are mailed.' })
  forms!: FormSettings;

  @Field(() => SiteIdentity, { description: 'The identity provider of its users.' })
  identity!: SiteIdentity;

  @Field(() => [CatalogueSubscription], { description: 'The subscriptions that the site offers.' })
  subscriptions!: CatalogueSubscription[];

  @Field(() => [String], {
    description:
      'Hosts that links and images in answers of the agent may name, besides the addresses of the sources; `*.example.com` stands for all below it.',
  })
  linkHosts!: string[];

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: string;
}
