import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createItem } from '../../features/content/items.ts';
import { newMember } from '../../support/member.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { axeViolations, isFocused, shoot, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();
let wheels = '';

beforeAll(async () => {
  wheels = (await createItem(site, { type: 'article', title: 'Wheels', content: 'They are round.' }))._id;
});

const statusOf = async (title: string) => {
  const { body } = await site.get<{ title: string; status: string }[]>('/content');
  return body.data.find((item) => item.title === title)?.status;
};

/** What is only offered to who may do it. */
const offers = async (page: Page) => {
  const names = ['New item', 'New type', 'Upload files', 'Add a document', 'Save', 'Publish'];
  const counts = await Promise.all(names.map((name) => page.getByRole('button', { name, exact: true }).count()));
  return names.filter((_, index) => (counts[index] ?? 0) > 0);
};

test('a viewer reads everything, and is offered nothing else', async () => {
  const { page } = await dashboard.open(site, '/content', { as: 'viewer' });
  await page.getByRole('link', { name: 'Wheels' }).waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await page.locator('nav').getByRole('link').allInnerTexts()).not.toContain('Settings');
  expect(await offers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Wheels' }).click();
  await page.getByText('You can read this item, but not change it.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Title' }).isDisabled()).toBe(true);
  expect(await page.getByRole('textbox', { name: 'Body' }).getAttribute('contenteditable')).toBe('false');
  expect(await offers(page)).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
  await shoot(page, 'role-viewer');
  for (const [link, heading] of [
    ['Content types', 'Content types'],
    ['Media', 'Media'],
    ['Knowledge', 'Knowledge'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    expect([link, await offers(page)]).toEqual([link, []]);
  }
});

test('an author writes, deletes and restores own drafts; an editor publishes them', async () => {
  const { page } = await dashboard.open(site, '/content', { as: 'author' });
  await page.getByRole('button', { name: 'New item' }).click();
  await page.getByRole('menuitem', { name: 'Article' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Spokes of the author');
  expect(await page.getByRole('combobox', { name: 'Status' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Save' }).waitFor();
  await page.getByRole('textbox', { name: 'Slug' }).fill('spokes');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await shoot(page, 'role-author');

  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await page.getByRole('link', { name: 'Wheels' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Select Wheels' }).isDisabled()).toBe(true);
  await page.getByRole('switch', { name: 'Mine only' }).click({ force: true });
  await page.getByText('1 item', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select Spokes of the author' }).check();
  expect(await offers(page)).toEqual(['New item']);
  await shoot(page, 'role-author-list');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No item matches.').waitFor();
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('button', { name: 'Restore: Spokes of the author' }).click();
  await page.getByText('Spokes of the author is restored').waitFor();

  const { page: edited } = await dashboard.open(site, '/content', { as: 'editor', provokes: 403 });
  await edited.getByRole('checkbox', { name: 'Select Spokes of the author' }).check();
  await edited.getByRole('button', { name: 'Publish' }).click();
  await edited.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await edited.getByText('One item changed').waitFor();
  await edited.goto(`${service.url}/admin/${site.id}/settings`);
  await edited.getByText('This operation requires the role owner').waitFor();
  expect(await statusOf('Spokes of the author')).toBe('published');

  await page.goto(`${service.url}/admin/${site.id}/content`);
  await page.getByRole('link', { name: 'Spokes of the author' }).click();
  await page.getByText('authors change their own drafts', { exact: false }).waitFor();
  expect(await offers(page)).toEqual([]);
  await page.goto(`${service.url}/admin/${site.id}/content/${wheels}`);
  await page.getByText('authors change their own drafts', { exact: false }).waitFor();
});

test('the whole way by keyboard: sign in, write, publish, search, sign out', async () => {
  const { email, password } = await newMember(site, 'editor');
  const { page } = await dashboard.open(site, '/content', { as: null, provokes: 401 });
  const textbox = (name: string) => page.getByRole('textbox', { name });
  const type = async (target: Locator, text: string) => {
    await tabTo(page, target);
    await page.keyboard.type(text);
  };
  await type(textbox('Email'), email);
  await type(textbox('Password'), password);
  await page.keyboard.press('Enter');

  await press(page, page.getByRole('button', { name: 'New item' }), 'Enter');
  await press(page, page.getByRole('menuitem', { name: 'Article' }), 'Enter', 'ArrowDown');
  await type(textbox('Title'), 'Written by keyboard');
  await type(textbox('Body'), 'With quick hands.');
  await press(page, page.getByRole('button', { name: 'Create' }), 'Enter');
  await page.getByRole('button', { name: 'Save' }).waitFor();
  await press(page, page.getByRole('combobox', { name: 'Status' }), 'ArrowDown');
  await page.getByRole('option', { name: 'Published' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: 'Save' }), 'Enter');
  await page.getByText('Saved').waitFor();
  expect(await statusOf('Written by keyboard')).toBe('published');

  await press(page, page.getByRole('link', { name: 'Content', exact: true }), 'Enter', 'Shift+Tab');
  await type(textbox('Search'), 'quick hands');
  await page.getByText('1 item', { exact: true }).waitFor();
  await press(page, page.getByRole('link', { name: 'Written by keyboard' }), 'Enter');
  await page.getByRole('heading', { name: 'Written by keyboard', level: 1 }).waitFor();
  await press(page, page.getByRole('button', { name: 'Account' }), 'Enter', 'Shift+Tab');
  await press(page, page.getByRole('menuitem', { name: 'Sign out' }), 'Enter', 'ArrowUp');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

/** With the keyboard alone. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < 80; pressed++) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to it`);
}

async function press(page: Page, target: Locator, key: string, way = 'Tab'): Promise<void> {
  await tabTo(page, target, way);
  await page.keyboard.press(key);
}
