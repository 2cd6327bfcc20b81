import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { SCHEMES, axeViolations, shootViews, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();

beforeAll(async () => {
  await site.create('/knowledge/documents', { title: 'Opening hours', content: 'The shop is open from nine to five.' });
  await site.indexed();
  const ask = async (message: string) => {
    const { body } = await site.post<{ sessionId: string; messageId: string }>('/agent/chat', { message });
    return body.data;
  };
  await ask('When is the shop open?');
  const rated = await ask('Is the shop open from nine?');
  await site.post('/agent/feedback', { ...rated, rating: 'down', comment: 'Too short' });
  await ask('Zebra quartz kumquat?');
});

const open = async (path: string, options: Parameters<typeof dashboard.open>[2] = {}) =>
  (await dashboard.open(site, path, options)).page;

/** A day old and older, with one question each. */
async function addSessions(count: number) {
  const { system } = service.app.database;
  await system.rows(
    `insert into chat_session (id, site_id, key, created_at, updated_at)
     select gen_random_uuid(), $1, 'old ' || n, at, at
     from generate_series(1, $2::int) n, lateral (select now() - make_interval(days => 1, hours => n) as at) time`,
    [site.id, count],
  );
  await system.rows(
    `insert into chat_turn (id, site_id, session_id, message, message_folded, redacted_answer, has_outside_text,
       is_unanswered, has_failed_tool, created_at)
     select gen_random_uuid(), site_id, id, question, question, '{}', false, false, false, created_at
     from chat_session, lateral (select 'Old question ' || substr(key, 5) as question) asked
     where site_id = $1 and key like 'old %'`,
    [site.id],
  );
}

describe('conversations', () => {
  test.each(SCHEMES)('have no violations in %s: list, transcript, dialogue', async (scheme) => {
    const page = await open('/conversations', { scheme });
    await page.getByRole('link', { name: 'When is the shop open?' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'When is the shop open?' }).click();
    await page.getByRole('button', { name: 'Make a trigger' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test('what is open comes first, and filters and words choose', async () => {
    const page = await open('/conversations');
    await page.getByRole('listitem').first().waitFor();
    const titles = () => page.getByRole('listitem').getByRole('link').allInnerTexts();
    expect((await titles()).at(-1)).toBe('When is the shop open?');
    await page.getByText('Badly rated', { exact: true }).click();
    expect(await titles()).toEqual(['Is the shop open from nine?']);
    await page.getByText('Latest', { exact: true }).click();
    expect(await titles()).toHaveLength(3);
    await page.getByLabel('Search what visitors said').fill('zebra');
    await expect.poll(titles).toEqual(['Zebra quartz kumquat?']);
  });

  test('a question becomes a document that is found, and a disabled trigger', async () => {
    const page = await open('/conversations', { language: 'de' });
    await page.getByRole('link', { name: 'Zebra quartz kumquat?' }).click();
    await page.getByRole('button', { name: 'Dokument daraus machen' }).click();
    expect(await page.getByLabel('Titel').inputValue()).toBe('Zebra quartz kumquat?');
    expect(await page.getByLabel('Text').inputValue()).toBe('');
    const title = `Zebra ${randomUUID()}`;
    await page.getByLabel('Titel').fill(title);
    await page.getByLabel('Text').fill('A zebra eats no quartz.');
    await page.getByRole('button', { name: 'Dokument hinzufügen' }).click();
    await page.getByText('Das Dokument wird indexiert').waitFor();
    const { body } = await site.get<{ documents: { title: string }[] }>('/knowledge/documents');
    expect(body.data.documents.map((document) => document.title)).toContain(title);
    await page.getByRole('button', { name: 'Auslöser daraus machen' }).click();
    expect(await page.getByRole('textbox', { name: 'Wörter' }).inputValue()).toBe('zebra + quartz + kumquat');
    expect(await page.getByRole('textbox', { name: 'Antwort' }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Auslöser hinzufügen' }).click();
    await page.getByText('Der Auslöser wurde hinzugefügt').waitFor();
    const { body: made } = await site.get<{ triggers: { enabled: boolean; trigger: { value: string } }[] }>(
      '/triggers',
    );
    expect(made.data.triggers).toMatchObject([{ enabled: false, trigger: { value: 'zebra + quartz + kumquat' } }]);
  });

  test('an answer becomes a document without what the agent says about it', async () => {
    const page = await open('/conversations');
    await page.getByRole('link', { name: 'When is the shop open?' }).click();
    await page.getByRole('button', { name: 'Make a document' }).click();
    const answer = await page.getByRole('textbox', { name: 'Text' }).inputValue();
    expect(answer).toContain('open from nine to five');
    expect(answer).not.toContain('No language model');
  });

  test('the last of many is reached, and few are in the page', async () => {
    await addSessions(120);
    const page = await open('/conversations');
    await page.getByText('Latest', { exact: true }).click();
    const list = page.getByRole('list', { name: 'Conversations' });
    const rows = list.getByRole('listitem');
    await expect.poll(() => rows.first().getAttribute('aria-setsize')).toBe('123');
    const height = async () => (await list.boundingBox())?.height;
    const before = await height();
    await page.keyboard.press('End');
    await rows.last().getByRole('link', { name: 'Old question 120', exact: true }).waitFor();
    expect(await rows.last().getAttribute('aria-posinset')).toBe('123');
    expect(await rows.count()).toBeLessThan(50);
    // What is shown then is as high as was estimated, or it would move what a user is about to click.
    expect(await height()).toBe(before);
    await page.keyboard.press('Home');
    await expect.poll(() => page.evaluate('scrollY')).toBe(0);
    await shootViews(page, 'conversations');
  });
});
