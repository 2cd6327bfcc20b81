import { describe, expect, test } from 'vitest';
import { use } from '../../support/use.ts';
import { useForms } from './form-service.ts';

const LENGTH = 100_000;

/** Each of the greatest length: what JSON, HTML and the transfer encoding of mail make longest. */
const TEXTS: readonly [string, string][] = [
  ['prose', ' A long message.'.repeat(LENGTH / 16).replace(' ', '')],
  ['one line of letters', 'x'.repeat(LENGTH)],
  ['lines', 'line\n'.repeat(LENGTH / 5 - 1).padEnd(LENGTH, 'x')],
  ['characters of three bytes', '語'.repeat(LENGTH)],
  ['characters of two units', '🚲'.repeat(LENGTH / 2)],
  ['marks that HTML escapes', '"<&>'.repeat(LENGTH / 4)],
];

describe('POST /forms/submit with a field of 100,000 characters', () => {
  const forms = useForms();
  const site = use(() => forms.site());

  test.each(TEXTS)('mails %s whole', async (_kind, message) => {
    const mail = await forms.mailFor(site, { fields: { message } });
    expect(mail.text.replaceAll('\n    ', '\n').includes(`message: ${message}\n`)).toBe(true);
    expect(unescaped(mail.html).includes(message)).toBe(true);
  });

  test.each(['default', 'simple', 'branded'])('shows it whole in the template %s', async (template) => {
    const own = await forms.site({ template });
    const message = 'ab '.repeat(LENGTH / 3).padEnd(LENGTH, 'c');
    const mail = await forms.mailFor(own, { fields: { message, email: 'ada@example.org' } });
    expect(mail.html.includes(message)).toBe(true);
    expect(mail.html.trimEnd().endsWith('</html>')).toBe(true);
  });

  test('takes a body that spells every character as an escape', async () => {
    const before = forms.smtp.received.length;
    const response = await fetch(`${forms.service.url}/api/sdk/forms/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': site.key },
      body: `{"fields": {"one": "${String.raw`\u8a9e`.repeat(LENGTH)}", "two": "${String.raw`\u8a9e`.repeat(LENGTH)}"}}`,
    });
    expect(await response.json()).toEqual({ success: true });
    expect(forms.smtp.received).toHaveLength(before + 1);
  });

  test('of blanks costs no more than another text', async () => {
    const blanks = `${' '.repeat(LENGTH - 1)}x`;
    const fields = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, blanks]));
    expect((await forms.mailFor(site, { fields })).text).toContain('a: ');
  });

  test('one more character is rejected, and nothing is mailed', async () => {
    const before = forms.smtp.received.length;
    const answer = await forms.submit(site, { fields: { message: 'x'.repeat(LENGTH + 1) } });
    expect([answer.status, answer.body.error]).toEqual([400, 'fields.message must have at most 100000 characters']);
    expect(forms.smtp.received).toHaveLength(before);
  });
});

function unescaped(html: string): string {
  return html
    .replaceAll('<br>', '\n')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
