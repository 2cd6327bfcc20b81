import { beforeAll, describe, expect, test } from 'vitest';
import { use } from '../../support/use.ts';
import type { TestSite } from '../../support/site.ts';
import { useForms } from './form-service.ts';

const COUNTS = `query ($siteId: ID!, $from: DateTime, $to: DateTime) {
  formSubmissionCounts(siteId: $siteId, from: $from, to: $to) { formId formName day count }
}`;
const LIST = 'query ($siteId: ID!) { formSubmissions(siteId: $siteId) { total } }';
const UNKNOWN = '01890000-0000-7000-8000-000000000000';

describe('what admins see of submitted forms', () => {
  const forms = useForms();
  const site = use(() => forms.site());
  let other: TestSite;
  beforeAll(async () => {
    other = await forms.site();
    for (const [formId, formName, at] of [
      ['contact', 'Contact', '2026-11-19T23:59:59.999Z'],
      ['contact', 'Contact', '2026-11-20T00:00:00Z'],
      ['contact', 'Contact us', '2026-11-20T13:00:00Z'],
      [null, 'Contact', '2026-11-20T14:00:00Z'],
      [null, 'Survey', '2026-11-20T15:00:00Z'],
    ] as const) {
      await forms.submit(site, { formId, formName, fields: { topic: 'wheels' } });
      // The newest row; the service itself cannot write another time than now.
      await forms.service.app.database.system.rows(
        `update form_submission set created_at = $1 where id = (select max(id::text)::uuid from form_submission)`,
        [at],
      );
    }
    await forms.submit(other, { formId: 'contact', formName: 'Contact', fields: { topic: 'wheels' } });
  });

  describe('formMailPreview', () => {
    const PREVIEW = `query ($siteId: ID!, $input: FormMailPreviewInput) {
      formMailPreview(siteId: $siteId, input: $input) { subject fromName to html text }
    }`;
    const preview = (input: object | null, siteId = site.id) =>
      forms.asAdmin<{ formMailPreview: Record<string, string> }>(PREVIEW, { siteId, input });

    test('renders the sample, and what is given, without sending or recording anything', async () => {
      const before = await forms.asAdmin(LIST, { siteId: site.id });
      const sample = (await preview(null)).data?.formMailPreview;
      expect(sample?.['html']).toContain('Ada Lovelace');
      expect(sample?.['text']).toContain('Name: Ada Lovelace');
      const submission = { formName: 'Hi', fields: { note: '<b>bold</b>' } };
      const tried = { template: 'simple', subjectTemplate: 'New: {{formName}}', submission };
      const { subject, html } = (await preview(tried)).data?.formMailPreview ?? {};
      expect(subject).toBe('New: Hi');
      expect([html?.includes('<b>bold'), html?.includes('&lt;b&gt;bold')]).toEqual([false, true]);
      expect(await forms.asAdmin(LIST, { siteId: site.id })).toEqual(before);
    });

    test('rejects what submitForm rejects, unknown sites, and keys of sites', async () => {
      const { errors } = await preview({ submission: { fields: {} } });
      expect(errors?.[0]?.message).toBe('fields is required and must be a non-empty object');
      expect((await preview(null, UNKNOWN)).errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
      const { errors: denied } = await site.graphql(PREVIEW, { siteId: site.id });
      expect(denied?.[0]?.extensions['code']).toBe('FORBIDDEN');
    });
  });

  const counts = async (variables: object) => {
    const { data, errors } = await forms.asAdmin<{ formSubmissionCounts: object[] }>(COUNTS, {
      siteId: site.id,
      ...variables,
    });
    return data?.formSubmissionCounts ?? errors?.[0]?.message;
  };

  test('counts are per form and day in UTC, newest day first, forms without an id by their name', async () => {
    expect(await counts({ from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' })).toEqual([
      { formId: 'contact', formName: 'Contact us', day: '2026-11-20', count: 2 },
      { formId: null, formName: 'Contact', day: '2026-11-20', count: 1 },
      { formId: null, formName: 'Survey', day: '2026-11-20', count: 1 },
      { formId: 'contact', formName: 'Contact', day: '2026-11-19', count: 1 },
    ]);
  });

  test('counts begin at from and end before to', async () => {
    expect(await counts({ from: '2026-11-20T00:00:00Z', to: '2026-11-20T13:00:00Z' })).toEqual([
      { formId: 'contact', formName: 'Contact', day: '2026-11-20', count: 1 },
    ]);
  });

  test('counts of a time that runs backwards, or is too long, are rejected', async () => {
    const from = '2026-11-20T00:00:00Z';
    expect(await counts({ from, to: '2026-11-19T00:00:00Z' })).toBe('from must not be after to');
    expect(await counts({ from, to: '2028-11-20T00:00:00Z' })).toBe('from must be at most 366 days before to');
  });

  test('counts without a time are of the last 30 days', async () => {
    const { data } = await forms.asAdmin<{ formSubmissionCounts: object[] }>(COUNTS, { siteId: other.id });
    const day = new Date().toISOString().slice(0, 10);
    expect(data?.formSubmissionCounts).toEqual([{ formId: 'contact', formName: 'Contact', day, count: 1 }]);
  });

  test('the list is newest first, and narrowed by form and time', async () => {
    const names = async (filter: object) =>
      (await forms.submissions(site.id, { filter })).map(({ formName }) => formName);
    expect(await names({})).toEqual(['Survey', 'Contact', 'Contact us', 'Contact', 'Contact']);
    expect(await names({ formId: 'contact' })).toEqual(['Contact us', 'Contact', 'Contact']);
    expect(await names({ formName: 'Contact', from: '2026-11-20T00:00:00Z', to: '2026-11-20T14:00:00Z' })).toEqual([
      'Contact',
    ]);
  });

  test('pages follow each other by cursor', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const answer: { formSubmissions: { items: { id: string }[]; endCursor: string | null; hasMore: boolean } } =
        await forms.service.admin(
          `query ($siteId: ID!, $page: PageInput) {
             formSubmissions(siteId: $siteId, page: $page) { items { id } endCursor hasMore }
           }`,
          { siteId: site.id, page: { limit: 2, after } },
        );
      seen.push(...answer.formSubmissions.items.map(({ id }) => id));
      after = answer.formSubmissions.hasMore ? answer.formSubmissions.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual((await forms.submissions(site.id)).map(({ id }) => id));
  });

  test('one is read and deleted, by the id of its own site only', async () => {
    const spam = await forms.site();
    await forms.submit(spam, { formName: 'Spam', fields: { topic: 'wheels' } });
    await forms.submit(spam, { formName: 'Kept', fields: { topic: 'wheels' } });
    const [kept, deleted] = await forms.submissions(spam.id);
    const ONE = 'query ($siteId: ID!, $id: ID!) { formSubmission(siteId: $siteId, id: $id) { id formName } }';
    const DELETE =
      'mutation ($siteId: ID!, $id: ID!) { deleteFormSubmission(siteId: $siteId, id: $id) { id deleted } }';
    const id = deleted?.id;
    const read = () => forms.asAdmin(ONE, { siteId: spam.id, id });
    expect((await read()).data).toEqual({ formSubmission: { id, formName: 'Spam' } });
    for (const query of [ONE, DELETE]) {
      for (const wrong of [
        { siteId: other.id, id },
        { siteId: spam.id, id: UNKNOWN },
        { siteId: spam.id, id: 'x' },
      ]) {
        expect((await forms.asAdmin(query, wrong)).errors?.[0]).toMatchObject({ message: 'Form submission not found' });
      }
      expect((await spam.graphql(query, { siteId: spam.id, id })).errors?.[0]).toMatchObject({
        extensions: { code: 'FORBIDDEN' },
      });
    }
    expect((await forms.asAdmin(DELETE, { siteId: spam.id, id })).data).toEqual({
      deleteFormSubmission: { id, deleted: true },
    });
    expect((await read()).errors?.[0]).toMatchObject({ message: 'Form submission not found' });
    expect((await forms.submissions(spam.id)).map((each) => each.id)).toEqual([kept?.id]);
  });

  test('all are exported as CSV, whose cells are no formulas', async () => {
    const exported = await forms.site();
    await forms.submit(exported, {
      formName: '=HYPERLINK("http://evil.example","x")',
      formId: '@SUM(A1)',
      pageUrl: '+1,2',
      fields: { '-topic': 'wheels', 'size "xl"': 'x' },
    });
    const EXPORT = `query ($siteId: ID!, $filter: FormSubmissionFilter, $after: String) {
      exportFormSubmissions(siteId: $siteId, filter: $filter, after: $after) { csv rows hasMore endCursor }
    }`;
    const part = async (variables: object = {}) => {
      const { exportFormSubmissions } = await forms.service.admin<{
        exportFormSubmissions: { csv: string; rows: number; hasMore: boolean; endCursor: string | null };
      }>(EXPORT, { siteId: exported.id, ...variables });
      return exportFormSubmissions;
    };
    const [row] = await forms.submissions(exported.id);
    const header = 'id,formId,formName,fieldCount,pageUrl,source,anonymizedFields,createdAt\r\n';
    const cells = [
      row?.id,
      "'@SUM(A1)",
      `"'=HYPERLINK(""http://evil.example"",""x"")"`,
      '2',
      `"'+1,2"`,
      'sdk',
      `"'-topic\nsize ""xl"""`,
      row?.createdAt,
    ];
    const first = await part();
    expect(first.csv).toBe(`${header}${cells.join(',')}\r\n`);
    expect(first).toMatchObject({ rows: 1, hasMore: false });
    expect(await part({ after: first.endCursor })).toMatchObject({ csv: '', rows: 0 });
    expect(await part({ filter: { formId: 'other' } })).toMatchObject({ csv: header, rows: 0 });
    expect((await exported.graphql(EXPORT, { siteId: exported.id })).errors?.[0]).toMatchObject({
      extensions: { code: 'FORBIDDEN' },
    });
  });

  test('a key of a site and a caller without a key see neither; an unknown site is not found', async () => {
    for (const query of [COUNTS, LIST]) {
      const byKey = await site.graphql(query, { siteId: site.id });
      expect(byKey.errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
      const anonymous = await forms.service.graphql(query, { siteId: site.id });
      expect(anonymous.errors?.[0]).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
      for (const siteId of [UNKNOWN, 'nonsense']) {
        const unknown = await forms.asAdmin(query, { siteId });
        expect(unknown.errors?.[0]).toMatchObject({ message: 'Site not found' });
      }
    }
  });

  test("another site's rows are out of reach even for SQL that forgets the site", async () => {
    const { database } = forms.service.app;
    const rows = await database
      .forSite(other.id, 'background')
      .rows<{ site: string }>('select site_id as site from form_submission');
    expect(rows).toEqual([{ site: other.id }]);
  });

  test('deleting a site deletes its records', async () => {
    const deleted = await forms.site();
    await forms.submit(deleted, { fields: { a: 1 } });
    await forms.service.admin('mutation ($id: ID!) { deleteSite(id: $id) { id } }', { id: deleted.id });
    const rows = await forms.service.app.database.system.rows('select 1 from form_submission where site_id = $1', [
      deleted.id,
    ]);
    expect(rows).toEqual([]);
  });
});
