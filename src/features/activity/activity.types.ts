import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Bounds } from '../../api/input-bounds.ts';
import { createEnum } from '../../api/enum.ts';
import { DateTime } from '../../api/scalars.ts';
import { Visible } from '../../api/visible.ts';

const ACTIONS = [
  'created',
  'updated',
  'deleted',
  'published',
  'unpublished',
  'scheduled',
  'unscheduled',
  'drafted',
  'discarded',
  'trashed',
  'restored',
  'rotated',
  'revoked',
  'exported',
] as const;
export type ActivityAction = (typeof ACTIONS)[number];
const ActivityActionEnum = createEnum(
  'ActivityAction',
  ACTIONS,
  'What was done. `trashed`: deleted, and in the trash; `deleted`: removed for good. `drafted`: its draft was saved; `discarded`: its draft was. `rotated`: got another secret. `exported`: a whole site was exported on the command line.',
);

const RESOURCES = [
  'site',
  'api_key',
  'member',
  'invitation',
  'content',
  'preview_token',
  'content_type',
  'collection',
  'asset',
  'asset_folder',
  'document',
  'file',
  'video',
  'persona',
  'trigger',
  'webhook_tool',
  'webhook_endpoint',
  'form_submission',
  'chat_session',
] as const;
export type ActivityResource = (typeof RESOURCES)[number];
const ActivityResourceEnum = createEnum(
  'ActivityResource',
  RESOURCES,
  'A kind of resource. `site`: its settings, those of forms and subscriptions included. `document`, `file` and `video`: of the knowledge base. `asset`: an uploaded file.',
);

const ACTORS = ['key', 'member', 'admin', 'service'] as const;
export type ActorKind = (typeof ACTORS)[number];
const ActorKindEnum = createEnum(
  'ActivityActorKind',
  ACTORS,
  'Who acts. `key`: an API key; `member`: a signed-in user; `admin`: the admin key, or a user who is an installation admin; `service`: the service itself.',
);

@Visible('admin')
@ObjectType({ description: 'Who did something.', simpleResolvers: true })
export class ActivityActor {
  @Field(() => String, { description: 'For `filter.actor`: the kind and, where there is one, the id.' })
  ref!: string;

  @Field(() => ActorKindEnum, { description: 'Kind.' })
  kind!: ActorKind;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the API key or user; null for the admin key and the service.',
  })
  id!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the API key, of the user at that time, or of the kind of job; null if there is none.',
  })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'First characters of the API key, as they are now.' })
  prefix!: string | null;
}

@Visible('admin')
@ObjectType({ description: 'An entry of the activity log: a change of a resource.', simpleResolvers: true })
export class Activity {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => DateTime, { description: 'When it was done.' })
  at!: string;

  @Field(() => ActivityActor, { description: 'Who did it.' })
  actor!: ActivityActor;

  @Field(() => ActivityActionEnum, { description: 'What was done.' })
  action!: ActivityAction;

  @Field(() => ActivityResourceEnum, { description: 'Kind of the resource.' })
  resourceType!: ActivityResource;

  @Field(() => ID, { nullable: true, description: 'Id of the resource; null if `count` is above 1.' })
  resourceId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Title or name of the resource at that time, up to 200 characters, whatever its access level; null if `count` is above 1.',
  })
  title!: string | null;

  @Field(() => [String], {
    description:
      'Names of the fields that the change of a resource concerns, without their values. Empty where none does.',
  })
  changedFields!: string[];

  @Field(() => Int, {
    description: 'How many resources: 1, unless one statement changed more than 100, which have one entry together.',
  })
  count!: number;
}

@Visible('admin')
@ObjectType({ description: 'Entries of the activity log, latest first.', simpleResolvers: true })
export class ActivityPage {
  @Field(() => [Activity], {
    description: 'The entries. May be fewer than `limit`, also none, although `hasMore`.',
  })
  items!: Activity[];

  @Field(() => Boolean, { description: 'Whether to go on with `endCursor`.' })
  hasMore!: boolean;

  @Field(() => String, { nullable: true, description: 'Pass it as `after`, with the same filter, for the next page.' })
  endCursor!: string | null;
}

@Visible('admin')
@ObjectType({ description: 'A part of the activity log as CSV.', simpleResolvers: true })
export class ActivityExport {
  @Field(() => String, {
    description:
      'CSV with the columns id, at, actor, actorName, action, resourceType, resourceId, title, changedFields (separated by spaces) and count; lines end with CR LF, and the first part begins with a header. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
  })
  csv!: string;

  @Field(() => Int, { description: 'Number of entries in this part.' })
  rows!: number;

  @Field(() => Boolean, { description: 'Whether there are more entries after this part.' })
  hasMore!: boolean;

  @Field(() => String, { nullable: true, description: 'Pass it as `after` to get the next part.' })
  endCursor!: string | null;
}

@InputType({ description: 'Which entries of the activity log. Conditions are combined with AND.' })
export class ActivityFilter {
  @Field(() => String, { nullable: true, description: '`ref` of an actor.' })
  @Bounds({ maxLength: 100 })
  actor?: string | null;

  @Field(() => ActivityActionEnum, { nullable: true, description: 'What was done.' })
  action?: ActivityAction | null;

  @Field(() => ActivityResourceEnum, { nullable: true, description: 'Kind of the resource.' })
  resourceType?: ActivityResource | null;

  @Field(() => ID, { nullable: true, description: 'Id of the resource.' })
  resourceId?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Earliest time (inclusive).' })
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Latest time (exclusive).' })
  to?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the title begins with, ignoring case, up to 200 characters.',
  })
  @Bounds({ maxLength: 200 })
  title?: string | null;
}
