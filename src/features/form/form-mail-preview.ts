import type { SiteService } from '../site/site.service.ts';
import { createFormMail } from './form-mail.ts';
import { FormMailPreviewInput, type SubmitFormInput } from './form.inputs.ts';
import { checkSubmission } from './form.rules.ts';
import { listRecipients } from './form.service.ts';
import type { FormMailPreview } from './form.types.ts';

const SAMPLE: SubmitFormInput = {
  formName: 'Contact',
  fields: {
    Name: 'Ada Lovelace',
    Email: 'ada@example.org',
    Message: 'Do you have an appointment on Friday?\nThe gears of my bicycle need an adjustment.',
    Newsletter: true,
  },
  pageUrl: 'https://www.example.org/contact',
  metadata: { pageTitle: 'Contact' },
};

/** The email of a form as it would be sent. */
export async function previewFormMail(
  sites: SiteService,
  siteId: string,
  input: FormMailPreviewInput,
): Promise<FormMailPreview> {
  const { name: siteName, forms, ownerEmail } = await sites.get(siteId);
  const { fromName = forms.fromName, subjectTemplate, template, submission } = input;
  const settings = {
    ...forms,
    fromName,
    subjectTemplate: subjectTemplate ?? forms.subjectTemplate,
    template: template ?? forms.template,
  };
  const to = listRecipients({ forms, ownerEmail });
  return createFormMail({ to, settings, siteName, submission: checkSubmission(submission ?? SAMPLE) });
}
