import type { Mail } from '../../ports/mailer.ts';
import { newId } from '../../shared/ids.ts';
import { oneLine, shortLine } from '../../text/one-line.ts';
import type { FormSettings } from '../site/site.types.ts';
import { type Entry, toEntries } from './form.fields.ts';
import type { Submission } from './form.rules.ts';
import { type FormMailContent, SERVICE_NAME, TEMPLATES, toPlainText } from './form-mail.templates.ts';

interface FormMailOrder {
  to: readonly string[];
  settings: FormSettings;
  siteName: string;
  submission: Submission;
  /** Default: now. */
  submittedAt?: Date;
}

export function createFormMail({ to, settings, siteName, submission, submittedAt }: FormMailOrder): Mail {
  const content: FormMailContent = {
    formName: submission.formName,
    siteName: oneLine(siteName),
    fields: toEntries(submission.fields),
    details: listDetails(submission, submittedAt ?? new Date()),
  };
  return {
    id: newId(),
    fromName: oneLine(settings.fromName ?? '') || SERVICE_NAME,
    to,
    replyTo: settings.replyTo,
    subject: renderSubject(settings.subjectTemplate, submission.formName),
    text: toPlainText(content),
    html: TEMPLATES[settings.template](content),
  };
}

const SUBJECT_LENGTH = 250;

/** One line of at most 250 characters, whatever the template and the form's name contain. */
function renderSubject(template: string, formName: string): string {
  // A function, because `$&` in a name would be a replacement pattern.
  return shortLine(
    template.replaceAll(/\{\{\s*formName\s*\}\}/g, () => formName),
    SUBJECT_LENGTH,
  );
}

function listDetails({ formId, pageUrl, metadata }: Submission, submittedAt: Date): Entry[] {
  const { pageTitle, sessionId, ...others } = metadata;
  return [
    ...toEntries({ Page: pageUrl, 'Page title': pageTitle, 'Form id': formId, Session: sessionId }),
    ...toEntries(others),
    { name: 'Submitted', value: `${submittedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` },
  ].filter(({ value }) => value !== '');
}
