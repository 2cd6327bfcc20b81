import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Member, newMember, signedIn, tokensSentTo } from '../../support/member.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { axeViolations, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service, 'Bike shop');
const dashboard = useDashboard();

async function signIn(page: Page, { email, password }: Pick<Member, 'email' | 'password'>): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const endSessions = ({ email }: Member) =>
  service.app.database.system.rows(
    'delete from user_session where user_id = (select id from app_user where email = $1)',
    [email],
  );

describe('signing in', () => {
  test.each([
    ['sign-in', 'Sign in'],
    ['setup', 'Set up Lectern'],
    ['forgot', 'Reset the password'],
    ['accept', 'Accept the invitation'],
    ['reset', 'Set a new password'],
  ])('/admin/%s is accessible', async (path, name) => {
    const { page } = await dashboard.open(site, `/../${path}`, { as: null });
    await page.getByRole('heading', { name }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test('a page of the dashboard asks for it, says what is wrong, and opens afterwards', async () => {
    const editor = await newMember(site, 'editor');
    const { page } = await dashboard.open(site, '/content', { as: null, provokes: 401 });
    await signIn(page, { ...editor, password: 'another password' });
    await page.getByText('Email or password is wrong.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await signIn(page, editor);
    await page.getByRole('heading', { name: 'Content', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/admin/${site.id}/content`);
    await page.getByRole('banner').getByText('Bike shop').waitFor();
  });

  test('a session that has ended leads to it and back', async () => {
    const editor = await newMember(site, 'editor');
    const { page } = await dashboard.open(site, '/content', { as: null, provokes: 401 });
    await signIn(page, editor);
    await page.getByRole('heading', { name: 'Content', level: 1 }).waitFor();
    await endSessions(editor);
    await page.getByRole('link', { name: 'Knowledge' }).click();
    await signIn(page, editor);
    await page.getByRole('heading', { name: 'Knowledge', level: 1 }).waitFor();
  });

  test('an address of another origin is not opened afterwards', async () => {
    const { page } = await dashboard.open(site, '/../sign-in?back=//example.org/admin', { as: null });
    await signIn(page, await newMember(site, 'editor'));
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(new URL(page.url()).origin).toBe(service.url);
  });

  test('a page prolongs the session', async () => {
    const { page } = await dashboard.open(site, '', { as: 'viewer' });
    const left = async () => {
      const [row] = await service.app.database.system.rows<{ days: number }>(
        `select extract(epoch from s.expires_at - now()) / 86400 as days from user_session s
           join site_member m on m.user_id = s.user_id where m.site_id = $1 and m.role = 'viewer'`,
        [site.id],
      );
      return Math.ceil(Number(row?.days));
    };
    await service.app.database.system.rows(
      `update user_session set expires_at = now() + interval '2 days' where user_id in
         (select user_id from site_member where site_id = $1 and role = 'viewer')`,
      [site.id],
    );
    expect(await left()).toBe(2);
    await page.reload();
    await expect.poll(left).toBe(7);
  });
});

describe('the sites', () => {
  test('of an installation admin are all, and the choice opens another one', async () => {
    const name = `Shop ${randomUUID()}`;
    const other = await service.site(name);
    const { page } = await dashboard.open(site, '');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('combobox', { name: 'Site' }).click();
    await page.getByRole('option', { name }).click();
    await page.waitForURL(`**/admin/${other.id}`);
    expect(await page.getByRole('combobox', { name: 'Site' }).inputValue()).toBe(name);
  });

  test('of others are those that they are members of', async () => {
    const { page } = await dashboard.open(site, '', { as: 'editor' });
    await page.getByRole('banner').getByText('Bike shop').waitFor();
    expect(await page.getByRole('combobox', { name: 'Site' }).count()).toBe(0);
    await page.getByRole('heading', { name: 'Drafts' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Unanswered questions' }).count()).toBe(0);
  });
});

describe('links in emails', () => {
  const invite = async (email: string) => {
    const owner = await signedIn(site, 'owner');
    const mutation = 'mutation ($email: String!) { inviteMember(email: $email, role: editor) { id } }';
    expect((await owner.graphql(mutation, { email }, site.id)).errors).toBeUndefined();
    return linkTo(email, 'accept');
  };
  const linkTo = async (email: string, page: string): Promise<string> => {
    await expect.poll(() => tokensSentTo(service, email)).not.toEqual([]);
    return `/../${page}?token=${(await tokensSentTo(service, email)).at(-1)}`;
  };

  test('an invitation makes an account, and leads in', async () => {
    const email = `${randomUUID()}@example.org`;
    const { page } = await dashboard.open(site, await invite(email), { as: null, provokes: 400 });
    await page.getByRole('textbox', { name: 'Name' }).fill('Grace');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Password' }).fill('a long enough password');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  test('an invitation of who has an account is accepted by signing in', async () => {
    const member = await newMember(await service.site('Another shop'), 'viewer');
    const { page } = await dashboard.open(site, await invite(member.email), { as: null, provokes: 401 });
    await page.getByText('This address has an account.', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'To sign-in' }).click();
    await signIn(page, member);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const rows = await service.app.database.system.rows<{ role: string }>(
      'select m.role from site_member m join app_user u on u.id = m.user_id where m.site_id = $1 and u.email = $2',
      [site.id, member.email],
    );
    expect(rows).toEqual([{ role: 'editor' }]);
  });

  test('a forgotten password is replaced', async () => {
    const member = await newMember(site, 'editor');
    const { page } = await dashboard.open(site, '/../sign-in', { as: null });
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    // The page before it has a field of the same name, which stays until this one is loaded.
    await page.getByRole('heading', { name: 'Reset the password' }).waitFor();
    await page.getByRole('textbox', { name: 'Email' }).fill(member.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('a link to a new password is on its way', { exact: false }).waitFor();
    const reset = await dashboard.open(site, await linkTo(member.email, 'reset'), { as: null });
    await reset.page.getByRole('textbox', { name: 'New password' }).fill('another long password');
    expect(await axeViolations(reset.page)).toEqual([]);
    await reset.page.getByRole('button', { name: 'Save the password' }).click();
    await reset.page.getByText('The password is saved.', { exact: false }).waitFor();
    await reset.page.getByRole('link', { name: 'To sign-in' }).click();
    await signIn(reset.page, { ...member, password: 'another long password' });
    await reset.page.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});
