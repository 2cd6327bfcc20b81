import type { Dialog, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createItem, createType } from '../../features/content/items.ts';
import { type Member, newMember } from '../../support/member.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { SCHEMES, axeViolations, shootViews, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();

interface Read {
  title: string;
  url: string | null;
}

const PAGE = 'https://example.org/page-of-the-test';

const live = async (id: string) => (await site.get<Read>(`/content/${id}`)).body.data;
const endSessions = ({ email }: Member) =>
  service.app.database.system.rows(
    'delete from user_session where user_id = (select id from app_user where email = $1)',
    [email],
  );
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const stored = (page: Page) => page.evaluate<string>('JSON.stringify({ ...localStorage })');
const offer = (page: Page) => page.getByText(/^You have unsaved changes from/);

async function signIn(page: Page, { email, password }: Pick<Member, 'email' | 'password'>): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign in').click();
}

/** Opens a page for a member who signs in by hand, so that its session can end. */
async function openFor(member: Member, path: string) {
  const opened = await dashboard.open(site, path, { as: null, provokes: 401 });
  await signIn(opened.page, member);
  return opened.page;
}

/** Reloads the page and accepts what it asks. */
async function reload(page: Page): Promise<void> {
  const accept = (dialog: Dialog) => void dialog.accept();
  page.on('dialog', accept);
  await page.reload();
  page.off('dialog', accept);
}

async function open(page: Page, path: string): Promise<void> {
  const accept = (dialog: Dialog) => void dialog.accept();
  page.on('dialog', accept);
  await page.goto(`/admin/${site.id}${path}`);
  page.off('dialog', accept);
}

describe('a session that ends under a form', () => {
  test('is renewed over the form, and the save that was pressed is carried out', async () => {
    const editor = await newMember(site, 'editor');
    const item = await createItem(site, { title: 'Brakes', status: 'published' });
    const page = await openFor(editor, `/content/${item._id}`);
    await field(page, 'Title').fill('Disc brakes');
    await field(page, 'Address of the page').fill(PAGE);
    await endSessions(editor);
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: 'Sign in to go on' });
    await dialog.waitFor();
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page)).toEqual([]);
    }
    await shootViews(page, 'unsaved-session');
    expect(await dialog.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(editor.email);
    await dialog.getByRole('textbox', { name: 'Password' }).fill('another password');
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Email or password is wrong.').waitFor();
    await dialog.getByRole('textbox', { name: 'Password' }).fill(editor.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await live(item._id)).toMatchObject({ title: 'Disc brakes', url: PAGE });
    expect(await stored(page)).not.toContain(PAGE);
  });

  test('closing the dialog keeps the form, and the next save asks again', async () => {
    const editor = await newMember(site, 'editor');
    const item = await createItem(site, { title: 'Bells' });
    const page = await openFor(editor, `/content/${item._id}`);
    await field(page, 'Title').fill('Loud bells');
    await endSessions(editor);
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: 'Sign in to go on' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Sign in to go on. Your changes are still here.').waitFor();
    expect(await field(page, 'Title').inputValue()).toBe('Loud bells');
    await button(page, 'Save').click();
    await signIn(page, editor);
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await live(item._id)).title).toBe('Loud bells');
  });

  test('another user who signs in does not get the text, who wrote it does', async () => {
    const [ada, eve] = [await newMember(site, 'editor', 'Ada'), await newMember(site, 'editor', 'Eve')];
    const item = await createItem(site, { title: 'Saddles' });
    const page = await openFor(ada, `/content/${item._id}`);
    await field(page, 'Title').fill('The secret saddle of Ada');
    await endSessions(ada);
    await button(page, 'Save').click();
    await page.getByRole('dialog', { name: 'Sign in to go on' }).waitFor();
    await signIn(page, eve);
    await expect.poll(() => field(page, 'Title').inputValue()).toBe('Saddles');
    expect(await page.getByText('The secret saddle of Ada').count()).toBe(0);
    expect(await offer(page).count()).toBe(0);
    expect((await live(item._id)).title).toBe('Saddles');
    await page.context().clearCookies();
    await page.goto(`/admin/${site.id}/content/${item._id}`);
    await signIn(page, ada);
    await offer(page).waitFor();
    await button(page, 'Restore').click();
    expect(await field(page, 'Title').inputValue()).toBe('The secret saddle of Ada');
  });
});

describe('what is typed and not saved', () => {
  test('is offered when the item is opened again, and removed when it is saved or discarded', async () => {
    await createType(site, 'bike', [
      { name: 'frame', label: 'Frame', type: 'text' },
      { name: 'gears', label: 'Gears', type: 'number' },
    ]);
    const item = await createItem(site, { type: 'bike', title: 'Racer', content: '<p>Fast.</p>' });
    const path = `/content/${item._id}`;
    const { page } = await dashboard.open(site, path, { as: 'editor', alone: true });
    await page.locator('.rich-text [contenteditable=true]').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' And light.');
    await field(page, 'Frame').fill('Steel');
    await field(page, 'Gears').fill('21');
    await reload(page);
    await offer(page).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'unsaved-offer');
    expect(await field(page, 'Frame').inputValue()).toBe('');
    await button(page, 'Restore').click();
    await expect.poll(() => field(page, 'Frame').inputValue()).toBe('Steel');
    await page.locator('.rich-text').getByText('Fast. And light.').waitFor();
    await button(page, 'Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await site.get(path)).body.data).toMatchObject({
      content: '<p>Fast. And light.</p>',
      customFields: { frame: 'Steel', gears: 21 },
    });
    await page.reload();
    await expect.poll(() => field(page, 'Frame').inputValue()).toBe('Steel');
    expect(await offer(page).count()).toBe(0);
    await field(page, 'Frame').fill('Titanium');
    await reload(page);
    await button(page, 'Discard').click();
    await offer(page).waitFor({ state: 'detached' });
    await reload(page);
    await expect.poll(() => field(page, 'Frame').inputValue()).toBe('Steel');
    expect(await offer(page).count()).toBe(0);
  });

  test('of a new item, a document and a persona is offered in each form, for this site only', async () => {
    const { page } = await dashboard.open(site, '/content/new/article', { as: 'editor', alone: true });
    await field(page, 'Title').fill('Half an article');
    await reload(page);
    await button(page, 'Restore').click();
    expect(await field(page, 'Title').inputValue()).toBe('Half an article');

    await open(page, '/knowledge');
    await button(page, 'Add a document').click();
    await field(page, 'Title').fill('Half a document');
    await field(page, 'Text').fill('With a long text.');
    await button(page, 'Close').click();
    await button(page, 'Add a document').click();
    await button(page, 'Restore').click();
    expect(await field(page, 'Text').inputValue()).toBe('With a long text.');
    await shootViews(page, 'unsaved-dialog');
    await button(page, 'Add').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await stored(page)).not.toContain('With a long text.');

    await open(page, '/agent/personas/new');
    await field(page, 'Instructions').fill('You are half a persona.');
    await reload(page);
    await button(page, 'Restore').click();
    expect(await field(page, 'Instructions').inputValue()).toBe('You are half a persona.');
    await reload(page);
    await offer(page).waitFor();

    await open(page, '');
    await page.getByText('Unsaved changes on this device').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'unsaved-overview');
    await page.getByRole('link', { name: 'New persona' }).click();
    await offer(page).waitFor();
    const other = await service.site('Another shop');
    await page.goto(`/admin/${other.id}/agent/personas/new`);
    expect(await offer(page).count()).toBe(0);
  });

  test('is offered after the version of a colleague was taken instead', async () => {
    const item = await createItem(site, { title: 'Bags' });
    const { page } = await dashboard.open(site, `/content/${item._id}`, { language: 'de', alone: true });
    await field(page, 'Titel').fill('Taschen');
    await site.put(`/content/${item._id}`, { title: 'Bags of a colleague' });
    await button(page, 'Speichern').click();
    await button(page, 'Die gespeicherte übernehmen').click();
    await expect.poll(() => field(page, 'Titel').inputValue()).toBe('Bags of a colleague');
    await page.getByText(/^Sie haben nicht gespeicherte Änderungen vom/).waitFor();
    await button(page, 'Wiederherstellen').click();
    expect(await field(page, 'Titel').inputValue()).toBe('Taschen');
  });

  test('has no secrets in it', async () => {
    const { page } = await dashboard.open(site, '/agent/tools/new', { alone: true });
    await field(page, 'Name').fill('stock');
    await field(page, 'Headers').fill('Authorization: Bearer very-secret-header');
    await reload(page);
    await offer(page).waitFor();
    await button(page, 'Restore').click();
    expect(await field(page, 'Name').inputValue()).toBe('stock');
    expect(await field(page, 'Headers').inputValue()).toBe('');
    await open(page, '/settings');
    await page.getByRole('tab', { name: 'Language model' }).click();
    await field(page, 'Model').fill('gpt-9');
    await page.getByLabel('API key of the provider', { exact: true }).fill('very-secret-key');
    await reload(page);
    await page.getByRole('tab', { name: 'Language model' }).click();
    await offer(page).waitFor();
    const kept = await stored(page);
    expect(kept).toContain('gpt-9');
    expect(kept).not.toContain('very-secret');
  });

  test('is removed from the device by signing out, which says so', async () => {
    const item = await createItem(site, { title: 'Pedals' });
    const page = await openFor(await newMember(site, 'editor'), `/content/${item._id}`);
    await field(page, 'Title').fill('Private pedals');
    await button(page, 'Account').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('One form has changes that are not saved.', { exact: false }).waitFor();
    await button(page, 'Sign out and discard').click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await stored(page)).not.toContain('Private pedals');
  });

  test('does not break a form where the storage is full or forbidden', async () => {
    const item = await createItem(site, { title: 'Chains' });
    const { page } = await dashboard.open(site, '', { as: 'editor', alone: true });
    await page.addInitScript(`
      Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
      Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('forbidden', 'SecurityError'); } });
    `);
    await page.goto(`/admin/${site.id}/content/${item._id}`);
    await field(page, 'Title').fill('Strong chains');
    await page.getByText('This device does not keep what you type here until it is saved.', { exact: false }).waitFor();
    await button(page, 'Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await live(item._id)).title).toBe('Strong chains');
  });
});

describe('without a connection', () => {
  test('the page says so, keeps what is typed, and saves once it is back', async () => {
    const item = await createItem(site, { title: 'Pumps' });
    const { page, complaints } = await dashboard.open(site, `/content/${item._id}`, { as: 'editor', alone: true });
    await field(page, 'Title').waitFor();
    await page.context().setOffline(true);
    await page.getByText('No connection. What you type is kept on this device.').waitFor();
    await field(page, 'Title').fill('Foot pumps');
    await button(page, 'Save').click();
    await page.getByText('No connection. It is saved as soon as you are online again.').waitFor();
    await field(page, 'Address of the page').fill(PAGE);
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'unsaved-offline');
    const writes = countWrites(page);
    await page.context().setOffline(false);
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(writes()).toBe(1);
    expect((await live(item._id)).title).toBe('Foot pumps');
    expect(await field(page, 'Address of the page').inputValue()).toBe(PAGE);
    await button(page, 'Save').click();
    await expect.poll(async () => (await live(item._id)).url).toBe(PAGE);
    complaints.length = 0;
  });

  test('an answer that was lost on the way does not make a conflict, nor a second item', async () => {
    const item = await createItem(site, { title: 'Lights' });
    const { page, complaints } = await dashboard.open(site, `/content/${item._id}`, { as: 'editor', alone: true });
    await field(page, 'Title').fill('Rear lights');
    await loseAnswers(page, 1);
    await button(page, 'Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await live(item._id)).title).toBe('Rear lights');
    await page.goto(`/admin/${site.id}/content/new/article`);
    await field(page, 'Title').fill('Only once');
    await loseAnswers(page, 1);
    await button(page, 'Create').click();
    await page.getByRole('heading', { name: 'Only once', level: 1 }).waitFor();
    const { body } = await site.get<Read[]>('/content?limit=100');
    expect(body.data.filter(({ title }) => title === 'Only once')).toHaveLength(1);
    complaints.length = 0;
  });
});

/** Counts the mutations that the page sends from now on. */
function countWrites(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql') && /"query":"\\n *mutation/.test(request.postData() ?? '')) count += 1;
  });
  return () => count;
}

/** The service executes the mutations, but the next responses to them do not arrive. */
async function loseAnswers(page: Page, number: number): Promise<void> {
  let left = number;
  await page.route('**/graphql', async (route) => {
    if (left === 0 || !/"query":"\\n *mutation/.test(route.request().postData() ?? '')) return route.continue();
    left -= 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
}
