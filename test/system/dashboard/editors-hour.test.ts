import type { Dialog, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createItem, createType } from '../../features/content/items.ts';
import { newMember } from '../../support/member.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { axeViolations, shootViews, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const saved = (page: Page) => page.getByText('Saved', { exact: true }).last();

interface Guide extends Record<string, unknown> {
  title: string;
  content: string;
  customFields: Record<string, unknown>;
}

test("an editor's hour loses nothing that was typed", async () => {
  const text = { name: 'part', label: 'Part', type: 'text' };
  await createType(site, 'guide', [text, { name: 'minutes', label: 'Minutes', type: 'text' }]);
  const editor = await newMember(site, 'editor');
  const item = await createItem(site, { type: 'guide', title: 'Flat tyre', content: '<p>Take it off.</p>' });
  const path = `/content/${item._id}`;
  const live = async () => (await site.get<Guide>(path)).body.data;
  const { page, complaints } = await dashboard.open(site, path, { as: null, provokes: 401, alone: true });
  const signIn = async () => {
    await field(page, 'Email').fill(editor.email);
    await field(page, 'Password').fill(editor.password);
    await button(page, 'Sign in').click();
  };
  const typeBody = async (more: string) => {
    await page.locator('.rich-text [contenteditable=true]').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(more);
  };
  await signIn();

  // The network is lost while the text is written, and comes back after the save.
  await field(page, 'Title').fill('A flat tyre');
  await page.context().setOffline(true);
  await typeBody(' Find the hole.');
  await button(page, 'Save').click();
  await page.getByText('No connection. It is saved as soon as you are online again.').waitFor();
  await field(page, 'Part').fill('Inner tube');
  await page.context().setOffline(false);
  await saved(page).waitFor();
  expect(await live()).toMatchObject({ title: 'A flat tyre', content: '<p>Take it off. Find the hole.</p>' });
  expect(await field(page, 'Part').inputValue()).toBe('Inner tube');

  // The session ends, and the save goes on in the new one.
  await service.app.database.system.rows(
    'delete from user_session where user_id = (select id from app_user where email = $1)',
    [editor.email],
  );
  await typeBody(' Glue it.');
  await button(page, 'Save').click();
  await page.getByRole('dialog', { name: 'Sign in to go on' }).waitFor();
  await signIn();
  await expect.poll(async () => (await live()).content).toBe('<p>Take it off. Find the hole. Glue it.</p>');
  expect((await live()).customFields).toEqual({ part: 'Inner tube' });

  // A colleague saves the same item meanwhile.
  await field(page, 'Part').fill('Inner tube and tyre');
  await site.put(path, { title: 'Title of a colleague' });
  await button(page, 'Save').click();
  const conflict = page.getByRole('dialog');
  await conflict.getByText('Title of a colleague').waitFor();
  await conflict.getByText('Inner tube and tyre').waitFor();
  await button(page, 'Save mine over it').click();
  await expect.poll(async () => (await live()).customFields).toEqual({ part: 'Inner tube and tyre' });

  // The content type changes underneath, in a way that the service rejects what was typed.
  await typeBody(' Ride.');
  await field(page, 'Part').fill('Everything');
  await field(page, 'Minutes').fill('a quarter of an hour');
  const fields = [text, { name: 'minutes', label: 'Minutes', type: 'number' }];
  await site.put('/content-types/guide?force=true', { fields });
  await button(page, 'Save').click();
  await page.locator('[aria-invalid=true]').waitFor();
  expect(await field(page, 'Minutes').inputValue()).toBe('a quarter of an hour');
  await leave(page, () => page.reload());
  await button(page, 'Restore').click();
  await expect.poll(() => field(page, 'Part').inputValue()).toBe('Everything');
  await page.getByText('minutes: a quarter of an hour').waitFor();
  await leave(page, () => page.reload());
  await button(page, 'Restore').click();
  await page.getByText('minutes: a quarter of an hour').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await shootViews(page, 'hour-type');
  await field(page, 'Minutes').fill('15');
  await button(page, 'Save').click();
  await expect.poll(async () => (await live()).customFields).toEqual({ part: 'Everything', minutes: 15 });
  expect((await live()).content).toBe('<p>Take it off. Find the hole. Glue it. Ride.</p>');

  // Many are published, one of which another user has changed; then all are taken back.
  const others = [];
  for (const title of ['Brakes', 'Chain', 'Light']) others.push(await createItem(site, { type: 'guide', title }));
  await leave(page, () => page.goto(`/admin/${site.id}/content?type=guide`));
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await site.put(`/content/${others[1]?._id}`, { title: 'Chain and cogs' });
  await button(page, 'Publish').click();
  await page.getByText('4 drafts will be visible on the site').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('alert').getByText('Chain: Somebody else has changed it meanwhile').waitFor();
  const statuses = async () => {
    const { body } = await site.get<{ title: string; status: string }[]>('/content?type=guide&status=draft');
    return body.data.map(({ title }) => title).toSorted();
  };
  expect(await statuses()).toEqual(['Chain and cogs']);
  await button(page, 'Undo').click();
  await page.getByText('3 items are as they were before').waitFor();
  expect(await statuses()).toEqual(['A flat tyre', 'Brakes', 'Chain and cogs', 'Light']);
  expect(complaints.filter((complaint) => !/status of 4|ERR_INTERNET_DISCONNECTED/.test(complaint))).toEqual([]);
  complaints.length = 0;
});

/** Whatever the page asks. */
async function leave(page: Page, go: () => Promise<unknown>): Promise<void> {
  const accept = (dialog: Dialog) => void dialog.accept();
  page.on('dialog', accept);
  await go();
  page.off('dialog', accept);
}
