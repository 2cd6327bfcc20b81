import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { hashPassword, insertPassword, insertUser } from '../../src/features/user/new-user.ts';
import { newId } from '../../src/shared/ids.ts';
import type { MemberRole } from '../../src/access/member-role.ts';
import { Browser } from './browser.ts';
import { parseMail } from './parsed-mail.ts';
import type { TestService } from './service.ts';
import type { TestSite } from './site.ts';

export const PASSWORD = 'a long enough password';

/** Of all members of a worker: a hash takes a tenth of a second of the processor, as much as the sign-in that compares it. */
let passwordHash: Promise<string> | undefined;

type Site = Pick<TestSite, 'id' | 'service'>;

export interface Member {
  /** Id of the membership. */
  id: string;
  name: string;
  email: string;
  password: string;
}

/** A new user with a role on the site; `admin` is an owner who is an installation admin too. */
export async function newMember(
  { id: siteId, service }: Site,
  role: MemberRole | 'admin',
  name = 'Ada',
): Promise<Member> {
  const isAdmin = role === 'admin';
  const member = { id: newId(), name, email: `${role}-${newId()}@example.org`, password: PASSWORD };
  passwordHash ??= hashPassword(PASSWORD);
  const hash = await passwordHash;
  await service.app.database.system.write(async (tx) => {
    const userId = await insertUser(tx, { name, email: member.email, isAdmin });
    await insertPassword(tx, userId, hash);
    await tx.rows(
      `insert into site_member (id, site_id, user_id, role, created_at, updated_at) values ($1, $2, $3, $4, now(), now())`,
      [member.id, siteId, userId, isAdmin ? 'owner' : role],
    );
  });
  return member;
}

/** The cookies of a new user who has signed in. */
export async function signedIn(site: Site, role: MemberRole | 'admin'): Promise<Browser> {
  return signIn(site, await newMember(site, role));
}

/** The same with the membership, of a user who is called as the role. */
export async function signedInMember(
  service: TestService,
  siteId: string,
  role: MemberRole,
): Promise<{ browser: Browser; email: string; id: string }> {
  const site = { id: siteId, service };
  const member = await newMember(site, role, role);
  return { browser: await signIn(site, member), email: member.email, id: member.id };
}

async function signIn({ service }: Site, { email, password }: Member): Promise<Browser> {
  const browser = new Browser(service);
  expect((await browser.signIn(email, password)).status).toBe(200);
  return browser;
}

/** Tokens of the links that were sent to an address, in order. */
export async function tokensSentTo({ dataDir }: TestService, address: string): Promise<string[]> {
  const dir = join(dataDir, 'outbox');
  const files = (await readdir(dir).catch(() => [])).filter((file) => file.endsWith('.eml')).toSorted();
  const mails = await Promise.all(files.map(async (file) => parseMail(await readFile(join(dir, file)))));
  return mails
    .filter(({ to }) => to.includes(address))
    .flatMap(({ text }) => /\/admin\/(?:accept|reset)\?token=([\w-]+)/.exec(text)?.[1] ?? []);
}
