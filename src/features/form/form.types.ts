import { Field, ID, Int, ObjectType } from 'type-graphql';
import { pageOf } from '../../graphql/page-type.ts';
import { DateTime } from '../../graphql/scalars.ts';

@ObjectType({ description: 'That a form was submitted, without what it said.', simpleResolvers: true })
export class FormSubmission {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Which form, as the page calls it; null where it did not say.' })
  formId!: string | null;

  @Field(() => String, { description: 'Name of the form.' })
  formName!: string;

  @Field(() => Int, { description: 'How many fields were submitted, personal ones included.' })
  fieldCount!: number;

  @Field(() => String, { nullable: true, description: 'The page that the form was on, as the caller gave it.' })
  pageUrl!: string | null;

  @Field(() => String, { description: 'Where it came from: always `sdk`.' })
  source!: string;

  @Field(() => [String], {
    description:
      'Names of the submitted fields, never values. Left out are names that are personal, such as email and phone, ' +
      'and fields whose values look like a mail address, phone number, name or postal address.',
  })
  anonymizedFields!: string[];

  @Field(() => DateTime, { description: 'When it was submitted.' })
  createdAt!: string;
}

@ObjectType({ description: 'A page of form submissions, newest first.', simpleResolvers: true })
export class FormSubmissionPage extends pageOf(FormSubmission) {}

@ObjectType({ description: 'How often a form was submitted on one day.', simpleResolvers: true })
export class FormSubmissionCount {
  @Field(() => String, { nullable: true, description: 'Which form; null: forms without an id, told apart by name.' })
  formId!: string | null;

  @Field(() => String, { description: 'Name of the form, the latest of that day where it changed.' })
  formName!: string;

  @Field(() => String, { description: 'The day in UTC, such as `2026-11-21`.' })
  day!: string;

  @Field(() => Int, { description: 'Submissions on that day, at least 1.' })
  count!: number;
}
