import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { PageInput } from '../../graphql/page-type.ts';
import { DateTime } from '../../graphql/scalars.ts';
import type { FormSubmissionService } from './form-submission.service.ts';
import { FormSubmissionFilter, SubmitFormInput } from './form.inputs.ts';
import type { FormService } from './form.service.ts';
import { FormSubmission, FormSubmissionCount, FormSubmissionPage } from './form.types.ts';

@Resolver(() => FormSubmission)
export class FormResolver {
  private readonly forms: FormService;
  private readonly submissions: FormSubmissionService;

  constructor(forms: FormService, submissions: FormSubmissionService) {
    this.forms = forms;
    this.submissions = submissions;
  }

  @Mutation(() => Boolean, {
    description:
      'Mails a submitted form to the recipients of the site. True once the mail is accepted; BAD_REQUEST, FORBIDDEN ' +
      'where form mail is not enabled, INTERNAL when the mail cannot be handed over. A key of scope read may do this.',
  })
  async submitForm(
    @Ctx() context: RequestContext,
    @Arg('input', () => SubmitFormInput, { description: 'What was filled in.' }) input: SubmitFormInput,
  ): Promise<boolean> {
    await this.forms.submit(context.viewer, input);
    return true;
  }

  @Query(() => FormSubmissionPage, {
    description:
      'The form submissions of a site, newest first; 50 a page, at most 100. Needs the admin key. NOT_FOUND for an ' +
      'unknown site.',
  })
  async formSubmissions(
    @Ctx() context: RequestContext,
    @Arg('siteId', () => ID, { description: 'Id of the site.' }) siteId: string,
    @Arg('filter', () => FormSubmissionFilter, { nullable: true, description: 'Which ones; absent: all.' })
    filter: FormSubmissionFilter | null,
    @Arg('page', () => PageInput, { nullable: true, description: 'Which part of the list.' }) page: PageInput | null,
  ): Promise<FormSubmissionPage> {
    context.requireAdmin();
    return this.submissions.list(siteId, filter ?? {}, page ?? {});
  }

  @Query(() => [FormSubmissionCount], {
    description:
      'How often each form of a site was submitted on each day (UTC), newest day first, at most 5000 entries. Needs ' +
      'the admin key. NOT_FOUND for an unknown site.',
  })
  async formSubmissionCounts(
    @Ctx() context: RequestContext,
    @Arg('siteId', () => ID, { description: 'Id of the site.' }) siteId: string,
    @Arg('from', () => DateTime, { nullable: true, description: 'Since when; default 30 days before `to`.' })
    from: Date | null,
    @Arg('to', () => DateTime, { nullable: true, description: 'Until before when; default now. At most 366 days.' })
    to: Date | null,
  ): Promise<FormSubmissionCount[]> {
    context.requireAdmin();
    return this.submissions.counts(siteId, from, to);
  }
}
