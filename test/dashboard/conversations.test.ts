import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../support/use-service.ts';
import { SCHEMES, axeViolations, useDashboard } from './support/use-dashboard.ts';

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
    const title = `Zebra ${randomUUID()}`;
    await page.getByLabel('Titel').fill(title);
    await page.getByLabel('Text').fill('A zebra eats no quartz.');
    await page.getByRole('button', { name: 'Dokument hinzufügen' }).click();
    await page.getByText('Das Dokument wird indexiert').waitFor();
    const { body } = await site.get<{ documents: { title: string }[] }>('/knowledge/documents');
    expect(body.data.documents.map((document) => document.title)).toContain(title);
    await page.getByRole('button', { name: 'Auslöser daraus machen' }).click();
    expect(await page.getByRole('textbox', { name: 'Wörter' }).inputValue()).toBe('zebra + quartz + kumquat');
    await page.getByRole('button', { name: 'Auslöser hinzufügen' }).click();
    await page.getByText('Der Auslöser wurde hinzugefügt').waitFor();
    const { body: made } = await site.get<{ triggers: { enabled: boolean; trigger: { value: string } }[] }>(
      '/triggers',
    );
    expect(made.data.triggers).toMatchObject([{ enabled: false, trigger: { value: 'zebra + quartz + kumquat' } }]);
  });
});
