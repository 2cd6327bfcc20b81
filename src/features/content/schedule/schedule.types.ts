import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { createEnum } from '../../../api/enum.ts';
import { createPageType } from '../../../api/page.types.ts';
import { DateTime } from '../../../api/scalars.ts';
import { Visible } from '../../../api/visible.ts';
import { Writer } from '../history/content-version.types.ts';
import { SCHEDULED_ACTIONS, type ScheduledAction } from './content-schedule.entity.ts';

const ScheduledActionEnum = createEnum(
  'ScheduledAction',
  SCHEDULED_ACTIONS,
  'What happens to a content item at a time.',
);

@InputType({ description: 'When a content item is published and unpublished. Omitted times stay as they are.' })
export class ScheduleContentInput {
  @Field(() => DateTime, {
    nullable: true,
    description: 'When the item is published: in the future, at most 5 years ahead. Null cancels it.',
  })
  publishAt?: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the item becomes a draft again: in the future, at most 5 years ahead, after publishAt. Null cancels it.',
  })
  unpublishAt?: Date | null;
}

@ObjectType({ simpleResolvers: true })
abstract class Scheduled {
  @Field(() => Writer, { nullable: true, description: 'Who scheduled it last; null if nothing is scheduled.' })
  scheduledBy!: Writer | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Why the item could not be published or unpublished at its time. It stays as it is until it is scheduled again.',
  })
  failedReason!: string | null;
}

@Visible('guarded')
@ObjectType({ description: 'When a content item is published and unpublished.', simpleResolvers: true })
export class ContentSchedule extends Scheduled {
  @Field(() => ID, { description: 'Id of the item.' })
  id!: string;

  @Field(() => DateTime, { nullable: true, description: 'When the item is published; null if that is not scheduled.' })
  publishAt!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the item becomes a draft again; null if that is not scheduled.',
  })
  unpublishAt!: string | null;
}

@Visible('guarded')
@ObjectType({ description: 'What happens to a content item at a time, in a list.', simpleResolvers: true })
export class ScheduledContent extends Scheduled {
  @Field(() => ID, { description: 'Identifier in lists.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the item.' })
  contentId!: string;

  @Field(() => String, { description: 'Slug of the content type.' })
  type!: string;

  @Field(() => String, { description: 'Title of the item.' })
  title!: string;

  @Field(() => String, { description: 'Language code of the item.' })
  language!: string;

  @Field(() => ScheduledActionEnum, { description: 'Whether the item is published or unpublished.' })
  action!: ScheduledAction;

  @Field(() => DateTime, { description: 'When it happens.' })
  at!: string;
}

@ObjectType({ description: 'A page of what is scheduled, in the order of time.', simpleResolvers: true })
export class ScheduledContentPage extends createPageType(ScheduledContent) {}
