import { Field, InputType } from 'type-graphql';
import { DateTime, GraphQLJSON, GraphQLJSONObject } from '../../api/scalars.ts';
import { Bounds } from '../../api/input-bounds.ts';
import { PAGE_ADDRESS } from '../../shared/link.ts';
import { NAME_LENGTH } from '../../shared/checks.ts';
import type { FormTemplate } from '../site/site.entity.ts';
import { FormTemplateEnum } from '../site/site.types.ts';

/** Fits one value of the maximum length with any characters: JSON needs at most six bytes per character. */
const FIELDS_BYTES = 640 * 1024;
const FORM_ID_LENGTH = 200;
const URL_LENGTH = 2_000;

@InputType({ description: 'A submitted form.' })
export class SubmitFormInput {
  @Field(() => String, {
    nullable: true,
    description: 'Name of the form, at most 300 characters. Default `Form Submission`.',
  })
  @Bounds({ maxLength: NAME_LENGTH })
  formName?: string | null;

  @Field(() => String, { nullable: true, description: 'Id of the form in analytics, at most 200 characters.' })
  @Bounds({ maxLength: FORM_ID_LENGTH })
  formId?: string | null;

  // Nullable, so that a missing value gets the error text of the interface.
  @Field(() => GraphQLJSON, {
    nullable: true,
    description:
      'Required: an object of 1 to 100 fields. Names have at most 200 characters, values at most 100,000 (lists ' +
      'and objects counted as JSON), all together at most 640 kB as JSON.',
  })
  @Bounds({ required: true, minEntries: 1, maxEntries: 100, maxJsonBytes: FIELDS_BYTES })
  fields?: unknown;

  @Field(() => String, { nullable: true, description: 'URL of the page with the form, at most 2,000 characters.' })
  @Bounds({ maxLength: URL_LENGTH, format: PAGE_ADDRESS })
  pageUrl?: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Metadata of the submission, such as `pageTitle` and `sessionId`; at most 20 entries and 16 kB. The email lists it below the fields.',
  })
  @Bounds({ maxEntries: 20, maxJsonBytes: 16 * 1024 })
  metadata?: Record<string, unknown> | null;
}

@InputType({
  description: 'Form settings to try, instead of those of the site. Omitted fields: as the site has them.',
})
export class FormMailPreviewInput {
  @Field(() => String, { nullable: true, description: 'Display name of the sender, at most 300 characters.' })
  @Bounds({ maxLength: NAME_LENGTH })
  fromName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Subject; `{{formName}}` is replaced by the name of the form. At most 300 characters.',
  })
  @Bounds({ maxLength: NAME_LENGTH })
  subjectTemplate?: string | null;

  @Field(() => FormTemplateEnum, { nullable: true, description: 'Template of the email.' })
  template?: FormTemplate | null;

  @Field(() => SubmitFormInput, {
    nullable: true,
    description: 'The submitted form. Default: a contact form with sample values.',
  })
  submission?: SubmitFormInput | null;
}

@InputType({ description: 'Filter of a list of form submissions; all conditions must hold.' })
export class FormSubmissionFilter {
  @Field(() => String, { nullable: true, description: 'Id of the form.' })
  formId?: string | null;

  @Field(() => String, { nullable: true, description: 'Exact name of the form.' })
  formName?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Earliest time (inclusive).' })
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Latest time (exclusive).' })
  to?: Date | null;
}
