import { Field, InputType } from 'type-graphql';
import { DateTime, GraphQLJSON, GraphQLJSONObject } from '../../graphql/scalars.ts';
import { Bounds } from '../../graphql/bounds.ts';
import { NAME_LENGTH } from '../../shared/checks.ts';

/** One value of the greatest length fits whatever its characters are: JSON takes at most six bytes for each. */
const FIELDS_BYTES = 640 * 1024;
const FORM_ID_LENGTH = 200;
const URL_LENGTH = 2_000;

@InputType({ description: 'What somebody filled in.' })
export class SubmitFormInput {
  @Field(() => String, {
    nullable: true,
    description: 'Name of the form, at most 300 characters. Default `Form Submission`.',
  })
  @Bounds({ maxLength: NAME_LENGTH })
  formName?: string | null;

  @Field(() => String, { nullable: true, description: 'Tells forms apart in the statistics, at most 200 characters.' })
  @Bounds({ maxLength: FORM_ID_LENGTH })
  formId?: string | null;

  // Nullable here, so that a missing one is refused with the interface's own text.
  @Field(() => GraphQLJSON, {
    nullable: true,
    description:
      'Required: an object of at least one and at most 100 fields. Names have at most 200 characters, values ' +
      '100,000, as JSON where they are lists or objects; together 640 kB as JSON.',
  })
  @Bounds({ required: true, minEntries: 1, maxEntries: 100, maxJsonBytes: FIELDS_BYTES })
  fields?: unknown;

  @Field(() => String, { nullable: true, description: 'The page that the form is on, at most 2000 characters.' })
  @Bounds({ maxLength: URL_LENGTH })
  pageUrl?: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'About the submission, such as `pageTitle` and `sessionId`; at most 20 entries, 16 kB. Shown below the fields.',
  })
  @Bounds({ maxEntries: 20, maxJsonBytes: 16 * 1024 })
  metadata?: Record<string, unknown> | null;
}

@InputType({ description: 'Which form submissions a list has.' })
export class FormSubmissionFilter {
  @Field(() => String, { nullable: true, description: 'Only of this form, by its id.' })
  formId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only of forms of this very name.' })
  formName?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Only from then on.' })
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only before then.' })
  to?: Date | null;
}
