import { beforeAll, describe, expect, test } from 'vitest';
import { use } from '../../support/use.ts';
import type { TestSite } from '../../support/site.ts';
import { FROM, useForms } from './form-service.ts';

const FIELDS = { email: 'ada@example.org', topic: 'wheels', message: 'Hello\nthere' };

describe('POST /forms/submit', () => {
  const forms = useForms();
  const site = use(() => forms.site({ recipients: ['desk@example.org', 'boss@example.org'] }));

  test('answers {success: true} and mails the fields to the recipients', async () => {
    const answer = await forms.submit(site, { formName: 'Contact', fields: FIELDS });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true });

    const mail = await forms.mailFor(site, { formName: 'Contact', fields: FIELDS });
    expect(mail).toMatchObject({
      from: { name: 'Lectern', address: FROM },
      to: ['desk@example.org', 'boss@example.org'],
      replyTo: null,
      subject: 'New Form Submission: Contact',
    });
    expect(mail.text).toContain('email: ada@example.org\ntopic: wheels\nmessage: Hello\n    there\n');
    expect(mail.html).toContain('Hello<br>there');
  });

  test('keeps a record of names, not of values', async () => {
    const own = await forms.site();
    await forms.mailFor(own, {
      formName: 'Contact',
      formId: 'contact-1',
      fields: { ...FIELDS, firstName: 'Ada', budget: 500, site_visit: true, q1: '+49 151 2345678' },
      pageUrl: 'https://shop.example.org/contact?from=footer',
      metadata: { pageTitle: 'Contact us', sessionId: 's-1' },
    });
    const [record, ...others] = await forms.submissions(own.id);
    expect(others).toEqual([]);
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      formId: 'contact-1',
      formName: 'Contact',
      fieldCount: 7,
      pageUrl: 'https://shop.example.org/contact?from=footer',
      source: 'sdk',
      anonymizedFields: ['topic', 'message', 'budget', 'site_visit'],
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test('shows the page, its title and the rest of the metadata below the fields', async () => {
    const mail = await forms.mailFor(site, {
      fields: FIELDS,
      pageUrl: 'https://shop.example.org/contact',
      metadata: { pageTitle: 'Contact us', sessionId: 's-1', campaign: { source: 'mail' } },
    });
    expect(mail.text).toMatch(
      /\n-- \nPage: https:\/\/shop\.example\.org\/contact\nPage title: Contact us\nSession: s-1\ncampaign: \{[^}]*"source": "mail"\n\s+\}\nSubmitted: \d{4}-\d\d-\d\d \d\d:\d\d UTC\n?$/,
    );
  });

  test('the name of the form defaults, blank or absent', async () => {
    for (const formName of [undefined, null, '', '  ']) {
      expect((await forms.mailFor(site, { formName, fields: FIELDS })).subject).toBe(
        'New Form Submission: Form Submission',
      );
    }
  });

  test('settings decide sender name, subject and reply address, at once', async () => {
    const own = await forms.site();
    await forms.settings(own, {
      fromName: 'Wörkshop',
      subjectTemplate: '[{{formName}}] {{ formName }} $& arrived',
      replyTo: 'reply@example.org',
    });
    expect(await forms.mailFor(own, { formName: "Re$&pair $'", fields: FIELDS })).toMatchObject({
      from: { name: 'Wörkshop', address: FROM },
      replyTo: 'reply@example.org',
      subject: "[Re$&pair $'] Re$&pair $' $& arrived",
    });
  });

  test('without recipients the owner of the site gets the mail', async () => {
    const own = await forms.site({ recipients: [] });
    expect((await forms.mailFor(own, { fields: FIELDS })).to).toEqual(['owner@example.org']);
  });

  test('a read-only key may submit', async () => {
    const { secret } = await forms.service.key(site.id, { name: 'reader', scopes: ['read'] });
    const response = await fetch(`${forms.service.url}/api/sdk/forms/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': secret },
      body: JSON.stringify({ fields: FIELDS }),
    });
    expect(response.status).toBe(200);
  });

  test('values of any kind are readable', async () => {
    const mail = await forms.mailFor(site, {
      fields: { none: null, no: false, zero: 0, list: ['a', 2, true], deep: { a: [1, { b: 'c' }] }, empty: [] },
    });
    expect(mail.text).toContain('none: \nno: false\nzero: 0\nlist: a, 2, true\ndeep: {\n');
    expect(mail.text).toContain('"b": "c"');
  });

  test('the mutation does the same', async () => {
    const { data, errors } = await site.graphql('mutation ($input: SubmitFormInput!) { submitForm(input: $input) }', {
      input: { formName: 'By GraphQL', fields: FIELDS },
    });
    expect(errors).toBeUndefined();
    expect(data).toEqual({ submitForm: true });
    expect(forms.smtp.received.at(-1)?.bytes.toString()).toContain('Subject: New Form Submission: By GraphQL');
  });

  describe('a field for robots', () => {
    let trapped: TestSite;
    beforeAll(async () => {
      trapped = await forms.site({ honeypotField: 'website' });
    });

    test.each([['http://spam.example'], [true], [1], [['x']]])(
      'filled in with %j: success, no mail, no record',
      async (bait) => {
        const before = forms.smtp.received.length;
        const answer = await forms.submit(trapped, { fields: { ...FIELDS, website: bait } });
        expect(answer.body).toEqual({ success: true });
        expect(forms.smtp.received).toHaveLength(before);
        expect(await forms.submissions(trapped.id)).toEqual([]);
      },
    );

    test('left empty: the mail comes without it', async () => {
      for (const bait of ['', '  ', null, false]) {
        const mail = await forms.mailFor(trapped, { fields: { ...FIELDS, website: bait } });
        expect(mail.text).not.toContain('website');
      }
      expect((await forms.submissions(trapped.id)).map(({ fieldCount }) => fieldCount)).toEqual([3, 3, 3, 3]);
    });

    test('no other site is bothered by it', async () => {
      expect((await forms.mailFor(site, { fields: { website: 'mine' } })).text).toContain('website: mine');
    });
  });
});
