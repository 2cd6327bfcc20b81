import { beforeAll, describe, expect, test } from 'vitest';
import { use } from '../../support/use.ts';
import type { TestSite } from '../../support/site.ts';
import { useForms } from './form-service.ts';

const NOT_FIELDS = 'fields is required and must be a non-empty object';
const NOT_ENABLED = 'Form email notifications are not enabled for this site';

describe('POST /forms/submit rejects', () => {
  const forms = useForms();
  const site = use(() => forms.site());
  let off: TestSite;
  beforeAll(async () => {
    off = await forms.service.site();
  });

  const call = async (headers: Record<string, string>, body: string) => {
    const response = await fetch(`${forms.service.url}/api/sdk/forms/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return { status: response.status, body: await response.json() };
  };
  const refusal = async (body: unknown, by = site) => {
    const before = forms.smtp.received.length;
    const answer = await forms.submit(by, body);
    expect(forms.smtp.received).toHaveLength(before);
    expect(Object.keys(answer.body)).toEqual(['error']);
    return `${answer.status} ${answer.body.error}`;
  };

  test('a missing or wrong key before anything else, with {error} alone', async () => {
    expect(await call({}, 'not json')).toEqual({ status: 401, body: { error: 'API key is required' } });
    expect(await call({ 'x-svc-api-key': 'svc_sdk_wrong' }, '{}')).toEqual({
      status: 401,
      body: { error: 'Invalid API key' },
    });
  });

  test.each([[undefined], [null], [{}], [[]], [['a']], ['text'], [1], [true]])('fields %j', async (fields) => {
    expect(await refusal({ formName: 'Contact', fields })).toBe(`400 ${NOT_FIELDS}`);
  });

  test('a body that is no object, or no JSON', async () => {
    const headers = { 'x-svc-api-key': site.key };
    expect(await call(headers, '[]')).toMatchObject({
      status: 400,
      body: { error: 'Request body must be a JSON object' },
    });
    expect(await call(headers, '{')).toMatchObject({ status: 400, body: { error: 'Request body must be valid JSON' } });
    expect(await call(headers, '')).toMatchObject({ status: 400, body: { error: NOT_FIELDS } });
  });

  test('the body before the settings', async () => {
    expect(await refusal({ fields: {} }, off)).toBe(`400 ${NOT_FIELDS}`);
    expect(await refusal({ fields: { a: 1 } }, off)).toBe(`403 ${NOT_ENABLED}`);
  });

  test('a site whose form mail was switched off again', async () => {
    const own = await forms.site();
    await forms.mailFor(own, { fields: { a: 1 } });
    await forms.settings(own, { enabled: false });
    expect(await refusal({ fields: { a: 1 } }, own)).toBe(`403 ${NOT_ENABLED}`);
  });

  test('a site with nowhere to send, settings before recipients', async () => {
    const own = await forms.site();
    await forms.service.app.database.system.rows(`update site set owner_email = '' where id = $1`, [own.id]);
    expect(await refusal({ fields: { a: 1 } }, own)).toBe('400 No recipient email addresses configured');
    await forms.settings(own, { enabled: false });
    expect(await refusal({ fields: { a: 1 } }, own)).toBe(`403 ${NOT_ENABLED}`);
  });

  test('too many fields, names and values that are too long, too much or too deep altogether', async () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, 1]));
    expect(await refusal({ fields: many })).toBe('400 fields must have at most 100 entries');
    expect(await refusal({ fields: { ['n'.repeat(201)]: 1 } })).toBe(
      '400 fields must have names of 1 to 200 characters',
    );
    expect(await refusal({ fields: { ' ': 1 } })).toBe('400 fields must have names of 1 to 200 characters');
    expect(await refusal({ fields: { a: 'x'.repeat(100_001) } })).toBe(
      '400 fields.a must have at most 100000 characters',
    );
    expect(await refusal({ fields: { a: { b: 'x'.repeat(100_000) } } })).toBe(
      '400 fields.a must have at most 100000 characters',
    );
    const large = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`f${index}`, 'x'.repeat(95_000)]));
    expect(await refusal({ fields: large })).toBe('400 fields must have at most 640 kB as JSON');
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown;
    expect(await refusal({ fields: { deep } })).toBe('400 fields must be nested at most 20 deep');
    expect(await refusal({ fields: { a: 1 }, metadata: { a: 'x'.repeat(20_000) } })).toBe(
      '400 metadata must have at most 16 kB as JSON',
    );
    expect(await refusal({ fields: { a: 1 }, formName: 'x'.repeat(301) })).toBe(
      '400 formName must have at most 300 characters',
    );
    expect(await refusal({ fields: { a: 1 }, formName: 7 })).toBe('400 formName must be a string');
  });

  test('the most that is allowed goes through', async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`${index}`.padStart(200, 'n'), 'x'.repeat(6_200)]),
    );
    await forms.mailFor(site, { fields, formName: 'x'.repeat(300), formId: 'y'.repeat(200) });
  });

  test('when the mail cannot be delivered: 500 and no record', async () => {
    const own = await forms.site();
    forms.smtp.replies.push(554);
    expect(await refusal({ fields: { a: 1 } }, own)).toBe('500 Failed to send email notification');
    expect(await forms.submissions(own.id)).toEqual([]);
  });

  test('not when the mail goes through at the second attempt', async () => {
    const own = await forms.site();
    forms.smtp.replies.push(451);
    await forms.mailFor(own, { fields: { a: 1 } });
    expect(await forms.submissions(own.id)).toHaveLength(1);
  });

  test('not when the mail is out but the record fails', async () => {
    const own = await forms.site();
    await forms.asOwner('alter table form_submission add constraint broken check (false) not valid');
    try {
      await forms.mailFor(own, { fields: { a: 1 } });
      expect(await forms.submissions(own.id)).toEqual([]);
    } finally {
      await forms.asOwner('alter table form_submission drop constraint broken');
    }
  });
});
