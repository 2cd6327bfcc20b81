import { describe, expect, test } from 'vitest';
import { FORM_TEMPLATES } from '../../../src/features/site/site.entity.ts';
import { use } from '../../support/use.ts';
import { useForms } from './form-service.ts';

const LINE =
  '\r\nBcc: evil@example.org\r\n\r\n<h1>gotcha</h1>\r\n.\r\nMAIL FROM:<evil@example.org>\r\nRCPT TO:<evil@example.org>';

describe('nothing that a visitor fills in gets out of its place', () => {
  const forms = useForms();
  const site = use(() => forms.site({ recipients: ['desk@example.org'], replyTo: 'reply@example.org' }));

  test.each(FORM_TEMPLATES)('in the %s template', async (template) => {
    await forms.settings(site, { template });
    const before = forms.smtp.received.length;
    await forms.mailFor(site, {
      formName: `Contact${LINE}`,
      formId: `id${LINE}`,
      fields: {
        [`name${LINE}`.slice(0, 200)]: `value${LINE}`,
        replyTo: `evil@example.org${LINE}`,
        from: 'evil@example.org',
      },
      pageUrl: `https://example.org/${LINE}`,
      metadata: { pageTitle: LINE, Bcc: 'evil@example.org', to: 'evil@example.org' },
    });
    expect(forms.smtp.received).toHaveLength(before + 1);
    const { from, to, bytes } = forms.smtp.received.at(-1) ?? { from: '', to: [], bytes: Buffer.of() };
    expect({ from, to }).toEqual({ from: 'forms@lectern.example', to: ['desk@example.org'] });
    const [head = ''] = bytes.toString('latin1').split('\r\n\r\n', 1);
    const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
    expect(lines.map((line) => line.split(':', 1)[0])).toEqual([
      'Auto-Submitted',
      'From',
      'To',
      'Reply-To',
      'Subject',
      'Message-ID',
      'Date',
      'MIME-Version',
      'Content-Type',
    ]);
    expect(lines).toContain('To: desk@example.org');
    expect(lines).toContain('Reply-To: reply@example.org');
    expect(bytes.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n\0]/);
  });

  test.each([
    ['fromName', `Shop${LINE}`],
    ['subjectTemplate', `New${LINE}`],
    ['replyTo', `reply@example.org${LINE}`],
    ['recipients', [`desk@example.org${LINE}`]],
    ['replyTo', 'a@example.org, b@example.org'],
    ['recipients', ['Desk <desk@example.org>']],
  ])('the setting %s rejects %j', async (name, value) => {
    const answer = await forms.asAdmin(
      'mutation ($id: ID!, $forms: FormSettingsInput!) { updateSite(id: $id, input: {forms: $forms}) { id } }',
      { id: site.id, forms: { [name]: value } },
    );
    expect(answer.errors?.[0]?.extensions['code']).toBe('BAD_REQUEST');
  });

  test('settings that got into the database some other way do no harm', async () => {
    const own = await forms.site();
    await forms.service.app.database.system.rows('update site set forms = forms || $2::jsonb where id = $1', [
      own.id,
      JSON.stringify({
        fromName: `Shop${LINE}`,
        subjectTemplate: `{{formName}}${LINE}`,
        replyTo: `reply@example.org${LINE}`,
        recipients: [`evil@example.org${LINE}`, 'desk@example.org'],
      }),
    ]);
    const mail = await forms.mailFor(own, { formName: 'Contact', fields: { a: 'b' } });
    expect(mail).toMatchObject({ to: ['desk@example.org'], replyTo: null });
    expect(mail.headers).not.toContain('bcc');
    expect(forms.smtp.received.at(-1)?.to).toEqual(['desk@example.org']);
  });
});
