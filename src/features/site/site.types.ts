import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Cost } from '../../api/cost.ts';
import { DateTime } from '../../api/scalars.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from '../../access/api-key-scope.ts';
import { FORM_TEMPLATES } from './site.entity.ts';
import { PLANS } from '../../access/site-facts.ts';
import type { FormTemplate } from './site.entity.ts';
import type { Plan } from '../../access/site-facts.ts';
import { createEnum } from '../../api/enum.ts';
import { Resource } from '../../api/resource.types.ts';
import { Bounds } from '../../api/input-bounds.ts';
import { Visible } from '../../api/visible.ts';
import { ONE_LINE, SLUG, type TextFormat, textFormat } from '../../shared/bounds.ts';
import { EMAIL } from '../../shared/email.ts';
import { PREVIEW_URL } from './preview-url.ts';
import { SiteModel, SiteReranker } from './model/site-model.types.ts';
import { DESCRIPTION_LENGTH, LABEL_LENGTH, LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';

const MAX_RECIPIENTS = 50;
const MAX_LINK_HOSTS = 50;

/** The format of a host in a URL: lower case, with a port only if it is not the default. */
const LINK_HOST = textFormat(
  /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::\d{1,5})?$/,
  NAME_LENGTH,
  'must be a host such as example.com or *.example.com',
);
const GRANT: TextFormat = { ...SLUG, matches: (text) => text === '*' || SLUG.matches(text) };

export const PlanEnum = createEnum(
  'Plan',
  PLANS,
  'Plan of a site, which determines its rate limit and how much it may store.',
);

export const ApiKeyScopeEnum = createEnum(
  'ApiKeyScope',
  API_KEY_SCOPES,
  'What an API key allows: read (queries, search, chat and form submission), write (changes), or preview (unpublished content in what it reads).',
);

export const FormTemplateEnum = createEnum(
  'FormTemplate',
  FORM_TEMPLATES,
  'Template of the email for a submitted form.',
);

@Visible('admin')
@ObjectType({ description: 'Email settings for submitted forms.', simpleResolvers: true })
export class FormSettings {
  @Field(() => Boolean, { description: 'Whether form submissions are sent by email. Default false.' })
  enabled!: boolean;

  @Field(() => [String], {
    description: 'Email addresses of the recipients, at most 50; if empty, the owner of the site.',
  })
  @Bounds({ maxItems: MAX_RECIPIENTS, items: { format: EMAIL } })
  recipients!: string[];

  @Field(() => String, { nullable: true, description: 'Display name of the sender, one line.' })
  @Bounds({ format: ONE_LINE, maxLength: NAME_LENGTH })
  fromName!: string | null;

  @Field(() => String, {
    description: 'Subject of the email, one line; `{{formName}}` is replaced by the name of the form.',
  })
  @Bounds({ format: ONE_LINE, maxLength: NAME_LENGTH })
  subjectTemplate!: string;

  @Field(() => String, { nullable: true, description: 'Reply-to address.' })
  @Bounds({ format: EMAIL })
  replyTo!: string | null;

  @Field(() => FormTemplateEnum, { description: 'Template of the email. Default `default`.' })
  template!: FormTemplate;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of a hidden field, at most 200 characters: a submission with a value in it is answered with success and discarded as spam. Null: no such field.',
  })
  @Bounds({ maxLength: LABEL_LENGTH })
  honeypotField!: string | null;
}

@Visible('admin')
@ObjectType({
  description: 'Identity provider whose tokens identify the users of a site.',
  simpleResolvers: true,
})
export class SiteIdentity {
  @Field(() => String, { nullable: true, description: 'Firebase project id; null if tokens are not accepted.' })
  projectId!: string | null;

  @Field(() => Boolean, { description: 'Whether a service account is stored. The account itself cannot be read.' })
  hasServiceAccount!: boolean;
}

@Visible('admin')
@ObjectType({ description: 'A subscription in the catalogue of a site.', simpleResolvers: true })
export class CatalogueSubscription {
  @Field(() => String, {
    description:
      'Slug of lower-case letters, digits and hyphens, unique in the catalogue, used in requiredSubscriptions of content items and in the claims of tokens.',
  })
  @Bounds({ format: SLUG })
  slug!: string;

  @Field(() => String, { description: 'Display name.' })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Description of the subscription.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  description?: string | null;

  @Field(() => [String], {
    description: 'Slugs of the subscriptions that this one includes, transitively; `*` includes all. Default none.',
  })
  @Bounds({ items: { format: GRANT } })
  grants!: string[];
}

@Visible('admin')
@ObjectType({ description: 'An API key without its secret.', simpleResolvers: true })
export class ApiKey {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { description: 'The first characters of the secret, for display.' })
  prefix!: string;

  @Field(() => [ApiKeyScopeEnum], { description: 'The operations that the key allows.' })
  scopes!: ApiKeyScope[];

  @Field(() => Boolean, {
    description: 'Whether REST answers 400 to query parameters and fields of bodies that an operation does not know.',
  })
  strict!: boolean;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the key was last used, accurate to a minute; null if it was never used.',
  })
  lastUsedAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the key expires; null if it does not expire.' })
  expiresAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the key was revoked; null if it is not revoked.' })
  revokedAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The first characters of the previous secret while it still works after a rotation; otherwise null.',
  })
  formerPrefix!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the previous secret stops working; null if there is none that works.',
  })
  formerUntil!: string | null;
}

@Visible('admin')
@ObjectType({ description: 'An API key with its new secret, which no other operation returns.', simpleResolvers: true })
export class CreatedApiKey {
  @Field(() => ID, { description: 'Identifier of the key.' })
  id!: string;

  @Field(() => String, {
    description: 'Value of the header `X-Svc-API-Key`. Only a hash of it is stored, so it cannot be read again.',
  })
  secret!: string;
}

@Visible('admin')
@ObjectType({
  description: 'A site, the tenant: every other resource belongs to exactly one site.',
  simpleResolvers: true,
})
export class Site extends Resource {
  @Field(() => String, { description: 'Display name, one line of at most 300 characters.' })
  @Bounds({ filled: true, format: ONE_LINE, maxLength: NAME_LENGTH })
  name!: string;

  @Field(() => String, {
    description: 'Email address of the owner, the recipient of form emails if no recipients are set.',
  })
  @Bounds({ filled: true, format: EMAIL })
  ownerEmail!: string;

  @Field(() => PlanEnum, {
    description: 'Plan, which determines the rate limit and how much the site may store (`limits`). Default free.',
  })
  plan!: Plan;

  @Field(() => Boolean, {
    description:
      'Whether the subscriptions in `context.user` of a search or chat without a token are trusted, at tier free. Default false.',
  })
  trustCallerUser!: boolean;

  @Field(() => FormSettings, { description: 'Email settings for submitted forms.' })
  forms!: FormSettings;

  @Field(() => SiteIdentity, { description: 'Identity provider of the users.' })
  identity!: SiteIdentity;

  @Cost({ size: 10 })
  @Field(() => [CatalogueSubscription], { description: 'All subscriptions of the catalogue, at most 200.' })
  @Bounds({ maxItems: LIST_LENGTH })
  subscriptions!: CatalogueSubscription[];

  @Field(() => [String], {
    description:
      'Hosts allowed in links and images of agent answers, in addition to the URLs of the sources, at most 50: `example.com`, `example.com:8443` or `*.example.com`. Default none.',
  })
  @Bounds({ maxItems: MAX_LINK_HOSTS, items: { format: LINK_HOST } })
  linkHosts!: string[];

  @Field(() => String, {
    nullable: true,
    description:
      'Address at which the website shows an item to who has a preview token, such as `https://example.com/preview?slug={slug}&token={token}`: https, or http for localhost, at most 2,000 characters. It has `{token}`, and can have `{id}`, `{slug}`, `{type}` and `{language}` of the item, all in the path or query. Default none.',
  })
  @Bounds({ format: PREVIEW_URL })
  previewUrl!: string | null;

  @Field(() => Int, {
    description:
      'How many former revisions of each content item are kept, 0 to 1,000. A smaller number applies to an item when it is next changed. Default 100.',
  })
  @Bounds({ minimum: 0, maximum: 1_000 })
  keptRevisions!: number;

  @Field(() => Int, {
    description:
      'How many days deleted content items stay in the trash, 0 to 365; with 0 they are removed for good at once. A change applies to items deleted after it. Default 30.',
  })
  @Bounds({ minimum: 0, maximum: 365 })
  trashDays!: number;

  @Field(() => Int, {
    description:
      'How many days entries of the activity log are kept, 30 to 3,650. Older ones are deleted within about an hour. Default 365.',
  })
  @Bounds({ minimum: 30, maximum: 3_650 })
  activityDays!: number;
  @Field(() => SiteModel, {
    nullable: true,
    description: "The site's own language model; null: it uses that of the installation.",
  })
  model!: SiteModel | null;

  @Field(() => SiteReranker, {
    nullable: true,
    description: "The site's own reranker; null: it uses that of the installation, if there is one.",
  })
  reranker!: SiteReranker | null;
}
