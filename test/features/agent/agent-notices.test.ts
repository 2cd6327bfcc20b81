import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';

const site = useSite(useService());

const REJECTED = 'must be an answer, not the sentence that none was found';
const ARTICLE = { type: 'article', title: 'Zebras', externalId: 'zebras' };
const TRIGGER = { type: 'keyword', trigger: { value: 'zebra' } };

let notice = '';

beforeAll(async () => {
  const { body } = await site.post<{ message: string }>('/agent/chat', { message: 'Zebra quartz kumquat?' });
  notice = body.data.message;
});

describe('what the agent says where it found no answer', () => {
  const forms: [string, (text: string) => string][] = [
    ['as it is', (text) => text],
    ['its first sentence', (text) => `${text.split('.')[0]}…`],
    ['in Markdown', (text) => `> **${text.toUpperCase()}**\n`],
    ['in HTML', (text) => `<p>${text.replaceAll(' ', '&nbsp;')}</p>\n<p></p>`],
    ['twice', (text) => `${text}\n\n${text}`],
  ];

  test.each(forms)('is no knowledge document, %s', async (_form, write) => {
    expect(notice).toContain('not in the sources');
    const { status, body } = await site.post('/knowledge/documents', { title: 'Zebras', content: write(notice) });
    expect([status, body.error]).toEqual([400, `content ${REJECTED}`]);
  });

  test('replaces no knowledge document, body of an item, draft or message of a trigger', async () => {
    const document = await site.create<{ id: string }>('/knowledge/documents', {
      title: 'Zebras',
      content: 'They run.',
    });
    const item = await site.create<{ _id: string }>('/content', { ...ARTICLE, status: 'published' });
    const answers = [
      await site.put(`/knowledge/documents/${document.id}`, { content: notice }),
      await site.post('/content', { ...ARTICLE, content: notice, status: 'published' }),
      await site.put(`/content/${item._id}`, { content: notice }),
      await site.post('/triggers', { ...TRIGGER, response: { message: notice } }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [400, `content ${REJECTED}`],
      [400, `content ${REJECTED}`],
      [400, `content ${REJECTED}`],
      [400, `response.message ${REJECTED}`],
    ]);
    const draft = await site.graphql(
      'mutation ($id: ID!, $input: ContentDraftInput!) { saveContentDraft(id: $id, input: $input) { revision } }',
      { id: item._id, input: { content: notice } },
    );
    expect(draft.errors?.[0]?.message).toContain(`content ${REJECTED}`);
  });

  test('may be quoted in an answer', async () => {
    const content = `${notice} That is what the agent says without a source.`;
    const { status } = await site.post('/knowledge/documents', { title: 'The agent', content });
    expect(status).toBe(200);
  });
});
