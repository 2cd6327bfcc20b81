import * as fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { COLOURS } from '../../../src/features/form/form-mail.html.ts';
import { createFormMail } from '../../../src/features/form/form-mail.ts';
import { DEFAULT_FORM_SETTINGS, FORM_TEMPLATES } from '../../../src/features/site/site.entity.ts';
import type { FormSettings } from '../../../src/features/site/site.types.ts';
import type { Mail } from '../../../src/ports/mailer.ts';

type Submission = Parameters<typeof createFormMail>[0]['submission'];

function mailOf(submission: Partial<Submission> = {}, settings: Partial<FormSettings> = {}, siteName = 'Shop'): Mail {
  return createFormMail({
    to: ['desk@example.org'],
    settings: { ...DEFAULT_FORM_SETTINGS, ...settings },
    siteName,
    submission: { formName: 'Contact', formId: null, fields: { a: 'b' }, pageUrl: null, metadata: {}, ...submission },
    submittedAt: new Date('2026-11-21T09:30:00Z'),
  });
}

/** The elements of a document and what it says, as a browser reads it. */
function readHtml(html: string): { elements: string[]; text: string } {
  const elements: string[] = [];
  let text = '';
  let isShown = true;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      elements.push([name, ...Object.keys(attributes).toSorted()].join(' '));
      if (name === 'style' || name === 'title') isShown = false;
      if (name === 'br') text += '\n';
    },
    onclosetag: (name) => {
      if (name === 'style' || name === 'title') isShown = true;
    },
    ontext: (part) => {
      if (isShown) text += part;
    },
  });
  parser.end(html);
  return { elements, text };
}

describe.each(FORM_TEMPLATES)('the %s template', (template) => {
  const NASTY = `</td></table></pre><script>alert(1)</script><img src=x onerror=alert(1)> & "quoted" 'too' &lt;b&gt; <!-- <style>`;

  test('shows whatever is filled in as text, in every place', () => {
    const plain = {
      formName: 'f',
      formId: 'i',
      fields: { n: 'v' },
      pageUrl: 'p',
      metadata: { pageTitle: 't', m: 'w' },
    };
    const nasty = {
      formName: NASTY,
      formId: NASTY,
      fields: { [NASTY]: NASTY },
      pageUrl: `javascript:${NASTY}`,
      metadata: { pageTitle: NASTY, [NASTY]: NASTY },
    };
    const harmless = readHtml(mailOf(plain, { template }, 's').html);
    const attacked = readHtml(mailOf(nasty, { template }, NASTY).html);
    expect(attacked.elements).toEqual(harmless.elements);
    expect(attacked.text.split(NASTY).length - 1).toBe(9);
  });

  test('no input adds an element or an attribute', () => {
    const expected = readHtml(mailOf({ fields: { n: 'v' } }, { template }).html).elements;
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('<', '>', '"', "'", '&', '<b>', '</pre>', '\n', '\0', '-->', '`'),
    );
    const text = fc.array(piece, { minLength: 1 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (name, value) => {
        const { elements } = readHtml(mailOf({ formName: name, fields: { [name]: value } }, { template }).html);
        expect(elements.filter((each) => each !== 'br')).toEqual(expected.filter((each) => each !== 'br'));
      }),
      { numRuns: 300 },
    );
  });

  test('is readable in the dark: it says so, and turns its colours over', () => {
    const { html } = mailOf({}, { template });
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    // What has a colour inline must have a class that the dark sheet knows, or it stays dark on dark.
    for (const [tag] of html.matchAll(/<[a-z0-9]+ [^>]*[; "]color:(?!#ffffff)[^>]*>/g)) {
      expect(tag).toMatch(/class="[^"]*\b(text|quiet)\b/);
    }
  });

  test('loads nothing from anywhere', () => {
    expect(mailOf({}, { template }).html).not.toMatch(/https?:|src=|url\(|@import|<link/);
  });
});

describe('contrast', () => {
  test('every text stands out from its ground by at least 4.5 : 1, in light and in dark', () => {
    const { html } = mailOf({}, { template: 'branded' });
    const dark = (name: string): string =>
      new RegExp(`\\.${name} \\{ (?:background-)?color: (#[0-9a-f]{6})`).exec(html)?.[1] ?? '';
    for (const colourOf of [dark, (name: keyof typeof COLOURS) => COLOURS[name]]) {
      expect(contrast(colourOf('text'), colourOf('page'))).toBeGreaterThan(4.5);
      expect(contrast(colourOf('quiet'), colourOf('page'))).toBeGreaterThan(4.5);
      expect(contrast('#ffffff', colourOf('brand'))).toBeGreaterThan(4.5);
    }
  });
});

describe('the text part', () => {
  test('no value can pose as another field', () => {
    const { text } = mailOf({
      fields: { message: 'Hi\nemail: fake@example.org\r\n-- \u2028phone: 1', email: 'a@b.org' },
    });
    expect(text.split('\n').filter((line) => /^(email|phone|-- )/.test(line))).toEqual(['email: a@b.org', '-- ']);
  });

  test('control characters are removed, tabs and line ends stay', () => {
    const { text } = mailOf({ fields: { 'na\r\nme\0': 'a\u0007b\u009bc\tü\nd\ud800' } });
    expect(text).toContain('na me: abc\tü\n    d\n');
  });
});

describe('the subject', () => {
  test.each([
    ['{{formName}}', 'A\r\nBcc: x@y.org', 'A Bcc: x@y.org'],
    ['New: {{formName}}!', 'Contact', 'New: Contact!'],
    ['{{formName}} {{ formName }}', '{{formName}}', '{{formName}} {{formName}}'],
    ['{{other}} {{formName}}', '$1$&', '{{other}} $1$&'],
    ['Fixed', 'Contact', 'Fixed'],
    ['{{formName}}', '\u202egnp.exe\u2066', 'gnp.exe'],
  ])('%j with the name %j is %j', (subjectTemplate, formName, subject) => {
    expect(mailOf({ formName }, { subjectTemplate }).subject).toBe(subject);
  });

  test('is cut between characters when it is too long', () => {
    const { subject } = mailOf({ formName: '👩'.repeat(300) });
    expect(Array.from(subject)).toHaveLength(250);
    expect(subject).toMatch(/👩…$/u);
  });
});

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
