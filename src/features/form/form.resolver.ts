import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { FilterArg, IdArg, InputArg, PageArg } from '../../api/args.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost, pageCost } from '../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../api/deletion-result.ts';
import type { PageInput } from '../../api/page.types.ts';
import { DateTime } from '../../api/scalars.ts';
import { Scope } from '../../api/scope.ts';
import { Visible } from '../../api/visible.ts';
import type { SiteService } from '../site/site.service.ts';
import { FORM_SUBMISSION_PAGES, type FormSubmissionService } from './form-submission.service.ts';
import { previewFormMail } from './form-mail-preview.ts';
import { FormMailPreviewInput, FormSubmissionFilter, SubmitFormInput } from './form.inputs.ts';
import { type FormDependencies, submitForm } from './form.service.ts';
import {
  FormMailPreview,
  FormSubmission,
  FormSubmissionCount,
  FormSubmissionExport,
  FormSubmissionPage,
} from './form.types.ts';

@Resolver(() => FormSubmission)
export class FormResolver {
  private readonly dependencies: FormDependencies;
  private readonly sites: SiteService;
  private readonly submissions: FormSubmissionService;

  constructor(dependencies: FormDependencies, sites: SiteService, submissions: FormSubmissionService) {
    this.dependencies = dependencies;
    this.sites = sites;
    this.submissions = submissions;
  }

  @Scope('read')
  @Visible('caller')
  @Mutation(() => Boolean, {
    description:
      'Sends a submitted form by email to the recipients of the site. Returns true when the mail server has accepted ' +
      'the email. BAD_REQUEST for invalid input, FORBIDDEN if form email is not enabled, INTERNAL if the email ' +
      'cannot be sent. A key with scope read can use it.',
  })
  async submitForm(
    @Ctx() { viewer }: RequestContext,
    @InputArg(SubmitFormInput, 'The submitted form.', { collects: true }) input: SubmitFormInput,
  ): Promise<boolean> {
    await submitForm(this.dependencies, viewer, input);
    return true;
  }

  @Scope('admin', 'owner', 'siteId')
  @Cost(pageCost(FORM_SUBMISSION_PAGES))
  @Query(() => FormSubmissionPage, {
    description:
      'Form submissions of a site, newest first. Page size: default 50, maximum 100. Requires the admin key or the role owner. ' +
      'NOT_FOUND for an unknown site.',
  })
  async formSubmissions(
    @IdArg('site', 'siteId') siteId: string,
    @FilterArg(FormSubmissionFilter, 'all submissions') filter: FormSubmissionFilter | null,
    @PageArg() page: PageInput | null,
  ): Promise<FormSubmissionPage> {
    return this.submissions.list(siteId, filter ?? {}, page ?? {});
  }

  @Scope('admin', 'owner', 'siteId')
  @Query(() => FormSubmission, {
    description:
      'A form submission of a site. Requires the admin key or the role owner. NOT_FOUND for an unknown site or submission.',
  })
  async formSubmission(
    @IdArg('site', 'siteId') siteId: string,
    @IdArg('submission') id: string,
  ): Promise<FormSubmission> {
    return this.submissions.get(siteId, id);
  }

  @Scope('admin', 'owner', 'siteId')
  @Cost(1_000)
  @Query(() => FormSubmissionExport, {
    description:
      'Form submissions of a site as CSV, newest first, up to 5,000 in one part. Requires the admin key or the role owner. NOT_FOUND for an unknown site.',
  })
  async exportFormSubmissions(
    @IdArg('site', 'siteId') siteId: string,
    @FilterArg(FormSubmissionFilter, 'all submissions') filter: FormSubmissionFilter | null,
    @Arg('after', () => String, { nullable: true, description: '`endCursor` of the previous part.' })
    after: string | null,
  ): Promise<FormSubmissionExport> {
    return this.submissions.export(siteId, filter ?? {}, after ?? null);
  }

  @Scope('admin', 'owner', 'siteId')
  @Mutation(() => DeletionResult, {
    description:
      'Deletes a form submission of a site, permanently. Requires the admin key or the role owner. NOT_FOUND for an unknown site or submission.',
  })
  async deleteFormSubmission(
    @IdArg('site', 'siteId') siteId: string,
    @IdArg('submission') id: string,
  ): Promise<DeletionResult> {
    await this.submissions.delete(siteId, id);
    return toDeletionResult(id);
  }

  @Scope('admin', 'owner', 'siteId')
  @Cost(100)
  @Query(() => FormMailPreview, {
    description:
      'The email that a submitted form would send with the settings of a site, or with settings to try. Nothing is sent or recorded. Requires the admin key or the role owner. NOT_FOUND for an unknown site, BAD_REQUEST for an invalid submission.',
  })
  async formMailPreview(
    @IdArg('site', 'siteId') siteId: string,
    @InputArg(FormMailPreviewInput, 'What to try. Default: nothing.', { nullable: true })
    input: FormMailPreviewInput | null,
  ): Promise<FormMailPreview> {
    return previewFormMail(this.sites, siteId, input ?? {});
  }

  @Scope('admin', 'owner', 'siteId')
  @Cost({ size: 400 })
  @Query(() => [FormSubmissionCount], {
    description:
      'Number of submissions per form and day (UTC) of a site, newest day first, at most 5,000 entries. Requires the ' +
      'admin key or the role owner. NOT_FOUND for an unknown site.',
  })
  async formSubmissionCounts(
    @IdArg('site', 'siteId') siteId: string,
    @Arg('from', () => DateTime, {
      nullable: true,
      description: 'Start of the period (inclusive). Default: 30 days before `to`.',
    })
    from: Date | null,
    @Arg('to', () => DateTime, {
      nullable: true,
      description: 'End of the period (exclusive). Default: now. The period has at most 366 days.',
    })
    to: Date | null,
  ): Promise<FormSubmissionCount[]> {
    return this.submissions.counts(siteId, from, to);
  }
}
