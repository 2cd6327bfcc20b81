import { Field, ID, Int, ObjectType } from 'type-graphql';
import { createPageType } from '../../api/page.types.ts';
import { DateTime } from '../../api/scalars.ts';
import { Visible } from '../../api/visible.ts';

@Visible('admin')
@ObjectType({
  description: 'Analytics record of a form submission, without the submitted values.',
  simpleResolvers: true,
})
export class FormSubmission {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Id of the form, as submitted; null if the submission has none.',
  })
  formId!: string | null;

  @Field(() => String, { description: 'Name of the form.' })
  formName!: string;

  @Field(() => Int, { description: 'Number of submitted fields, including personal ones.' })
  fieldCount!: number;

  @Field(() => String, { nullable: true, description: 'URL of the page with the form, as submitted.' })
  pageUrl!: string | null;

  @Field(() => String, { description: 'Source of the submission: always `sdk`.' })
  source!: string;

  @Field(() => [String], {
    description:
      'Names of the submitted fields, without values. Personal fields, such as email and phone, and fields whose ' +
      'values look like an email address, phone number, name or postal address are excluded.',
  })
  anonymizedFields!: string[];

  @Field(() => DateTime, { description: 'When the form was submitted.' })
  createdAt!: string;
}

@Visible('admin')
@ObjectType({
  description: 'The email that a submitted form would send. Nothing is sent.',
  simpleResolvers: true,
})
export class FormMailPreview {
  @Field(() => String, { description: 'Subject.' })
  subject!: string;

  @Field(() => String, { description: 'Display name of the sender.' })
  fromName!: string;

  @Field(() => [String], {
    description: 'Recipients; empty if neither the form settings nor the site have one, so that nothing could be sent.',
  })
  to!: readonly string[];

  @Field(() => String, { nullable: true, description: 'Reply-to address.' })
  replyTo!: string | null;

  @Field(() => String, { description: 'HTML part; submitted texts are escaped in it.' })
  html!: string;

  @Field(() => String, { description: 'Text part.' })
  text!: string;
}

@ObjectType({ description: 'A page of form submissions, newest first.', simpleResolvers: true })
export class FormSubmissionPage extends createPageType(FormSubmission) {}

@Visible('admin')
@ObjectType({ description: 'A part of a list of form submissions as CSV.', simpleResolvers: true })
export class FormSubmissionExport {
  @Field(() => String, {
    description:
      'CSV with the columns id, formId, formName, fieldCount, pageUrl, source, anonymizedFields (separated by line feeds) and createdAt; lines end with CR LF, and the first part begins with a header. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
  })
  csv!: string;

  @Field(() => Int, { description: 'Number of submissions in this part.' })
  rows!: number;

  @Field(() => Boolean, { description: 'Whether there are more submissions after this part.' })
  hasMore!: boolean;

  @Field(() => String, { nullable: true, description: 'Pass it as `after` to get the next part.' })
  endCursor!: string | null;
}

@Visible('admin')
@ObjectType({ description: 'Number of submissions of a form on one day.', simpleResolvers: true })
export class FormSubmissionCount {
  @Field(() => String, {
    nullable: true,
    description: 'Id of the form; null for forms without an id, which are counted by name.',
  })
  formId!: string | null;

  @Field(() => String, { description: 'Name of the form; the latest one of the day if it changed.' })
  formName!: string;

  @Field(() => String, { description: 'Day in UTC, such as `2026-11-21`.' })
  day!: string;

  @Field(() => Int, { description: 'Number of submissions, at least 1.' })
  count!: number;
}
