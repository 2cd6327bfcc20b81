import { assertRoom } from '../../database/writes.ts';
import { type TableRow, table } from '../../database/table.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { ServiceError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Logger } from '../../shared/log/logger.ts';
import type { Viewer } from '../../access/viewer.ts';
import { SiteEntity } from '../site/site.entity.ts';
import { createFormMail } from './form-mail.ts';
import { FormSubmissionEntity } from './form.entity.ts';
import type { SubmitFormInput } from './form.inputs.ts';
import { type Submission, checkSubmission, requireFields } from './form.rules.ts';
import { findPersonalFields } from './personal-fields.ts';

const sites = table(SiteEntity, 's', { only: ['name', 'ownerEmail', 'forms'] });
const SITE_BY_ID = sites.select(`where ${sites.c.id} = $1`);

type SiteOfForm = TableRow<typeof sites>;

export interface FormDependencies {
  mailer: Mailer;
  log: Logger;
}

/**
 * Sends a form submission by email and records it. In the interface's order: body, settings, recipients, email, record.
 * 400, 403 or 500; a failed submission is not recorded.
 */
export async function submitForm(
  dependencies: FormDependencies,
  viewer: Viewer,
  input: SubmitFormInput,
): Promise<void> {
  const submission = checkSubmission(input);
  const site = await readSite(viewer);
  if (!site.forms.enabled) {
    throw new ServiceError('FORBIDDEN', 'Form email notifications are not enabled for this site');
  }
  // Rows from before it existed have none.
  const { fields, isFilled } = withoutHoneypot(submission.fields, site.forms.honeypotField ?? null);
  // A submission with a value in the hidden field gets a success response.
  if (isFilled) return;
  // Before the email is sent, after which nothing may fail.
  await assertRoom(viewer.scope, 'form_submission');
  const genuine = { ...submission, fields: requireFields(fields) };
  await send(dependencies, viewer, genuine, site);
  await record(dependencies, viewer, genuine);
}

async function send({ mailer, log }: FormDependencies, viewer: Viewer, submission: Submission, site: SiteOfForm) {
  const to = listRecipients(site);
  if (to.length === 0) throw new ServiceError('BAD_REQUEST', 'No recipient email addresses configured');
  const mail = createFormMail({ to, settings: site.forms, siteName: site.name, submission });
  const { rejected } = await mailer.send(mail).catch((cause: unknown) => {
    throw new ServiceError('INTERNAL', 'Failed to send email notification', {}, { cause });
  });
  if (rejected.length > 0) {
    const about = { siteId: viewer.site.id, mailId: mail.id, rejected: rejected.length };
    log.warn(about, 'the form email was not accepted for every recipient');
  }
}

/** The email was sent: an error here must not make the visitor submit again. */
async function record({ log }: FormDependencies, viewer: Viewer, { formId, formName, pageUrl, fields }: Submission) {
  try {
    await viewer.scope.write(async (tx) => {
      tx.em.create(FormSubmissionEntity, {
        id: newId(),
        siteId: viewer.site.id,
        formId,
        formName,
        fieldCount: Object.keys(fields).length,
        pageUrl,
        source: 'sdk',
        anonymizedFields: findPersonalFields(fields),
      });
    });
  } catch (error) {
    log.error({ err: error, siteId: viewer.site.id }, 'a form submission was sent by email but not recorded');
  }
}

/** Reads the settings again for each submission, so that they apply immediately on every instance. */
async function readSite(viewer: Viewer): Promise<SiteOfForm> {
  const site = await viewer.scope.row(SITE_BY_ID, [viewer.site.id]);
  if (!site) throw new ServiceError('UNAUTHENTICATED', 'Invalid API key');
  return site;
}

/** Lists the recipients of the settings, otherwise the owner of the site. */
export function listRecipients({ forms, ownerEmail }: Pick<SiteOfForm, 'forms' | 'ownerEmail'>): string[] {
  const recipients = forms.recipients.filter((address) => address.trim() !== '');
  return recipients.length > 0 ? recipients : [ownerEmail].filter((address) => address.trim() !== '');
}

/** The fields without the hidden one, and whether that was filled in. */
function withoutHoneypot(fields: Submission['fields'], honeypot: string | null) {
  if (honeypot === null || !Object.hasOwn(fields, honeypot)) return { fields, isFilled: false };
  const { [honeypot]: value, ...others } = fields;
  const isEmpty = value === null || value === false || (typeof value === 'string' && value.trim() === '');
  return { fields: others, isFilled: !isEmpty };
}
