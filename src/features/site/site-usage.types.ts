import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Cost } from '../../graphql/cost.ts';

@ObjectType({ description: 'Requests of an API key in the current minute.', simpleResolvers: true })
export class KeyRequests {
  @Field(() => ID, { description: 'Id of the key.' })
  keyId!: string;

  @Field(() => Int, {
    description: 'Requests since the minute of the key began, rejected ones included. Without Redis, of this instance.',
  })
  requests!: number;
}

@ObjectType({ description: 'Limits of a site and what it uses of them.', simpleResolvers: true })
export class SiteUsage {
  @Field(() => Int, { description: 'Requests that each API key may make per minute, by the plan of the site.' })
  requestsPerMinute!: number;

  @Field(() => Int, { description: 'Requests that all API keys of the site together may make per minute.' })
  siteRequestsPerMinute!: number;

  @Cost({ size: 10 })
  @Field(() => [KeyRequests], { description: 'Requests of the keys that are neither revoked nor expired.' })
  requests!: KeyRequests[];

  @Field(() => Int, { description: 'Points that one GraphQL operation may cost.' })
  pointsPerOperation!: number;

  @Field(() => Float, { description: 'Size of the uploaded files in bytes.' })
  storedBytes!: number;

  @Field(() => Int, { description: 'Number of uploaded files.' })
  files!: number;

  @Field(() => Int, { description: 'Number of content items, drafts included.' })
  contentItems!: number;

  @Field(() => Int, { description: 'Number of documents, files, videos and content items in the knowledge base.' })
  sources!: number;

  @Field(() => Int, { description: 'Number of triggers.' })
  triggers!: number;

  @Field(() => Int, { description: 'Number of webhook tools.' })
  webhookTools!: number;

  @Field(() => Int, { description: 'Number of personas.' })
  personas!: number;

  @Field(() => Int, { description: 'How many triggers the site may have.' })
  maxTriggers!: number;

  @Field(() => Int, { description: 'How many webhook tools the site may have.' })
  maxWebhookTools!: number;

  @Field(() => Int, { description: 'How many API keys that are not revoked the site may have.' })
  maxApiKeys!: number;

  @Field(() => Int, { description: 'How many personas the site may have.' })
  maxPersonas!: number;
}
