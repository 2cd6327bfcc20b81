import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/shared/ids.ts';
import { type Member, newMember } from '../../support/member.ts';
import { Browser } from '../../support/browser.ts';
import { parseMail } from '../../support/parsed-mail.ts';
import { ADMIN_KEY } from '../../support/service.ts';
import { useService, useSite } from '../../support/use-service.ts';

const service = useService();
const site = useSite(service);

/** Names that are no single line. */
const SEVERAL_LINES = ['A\nB', 'A\r\nBcc: x@y.example', 'A\u2028B', 'A\u0085B', 'A\u0007B', 'A\u202eB', 'A\u2066B'];
const LURE = 'Shop\n\nYour account is locked: https://evil.example/login or www.evil.example now \u202egpj.exe';

async function invitationOf(siteName: string) {
  const { database } = service.app;
  const to = `grace-${newId()}@example.org`;
  // As a former version has stored it.
  await database
    .forSite(site.id, 'background')
    .change('update site set name = $2 where id = $1 returning id', [site.id, siteName]);
  const owner: Member = await newMember(site, 'owner');
  const browser = new Browser(service);
  await browser.signIn(owner.email, owner.password);
  const mutation = 'mutation ($email: String!) { inviteMember(email: $email, role: viewer) { id } }';
  expect((await browser.graphql(mutation, { email: to }, site.id)).errors).toBeUndefined();
  const folder = join(service.dataDir, 'outbox');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map(async (name) => parseMail(await readFile(join(folder, name)))));
  const mail = mails.find((each) => each.to.includes(to));
  if (!mail) throw new Error(`No email to ${to}`);
  return mail;
}

describe('the email of an invitation', () => {
  test('has the name of the site in one line, with no link but its own', async () => {
    const { subject, text, html } = await invitationOf(LURE);
    expect(subject).toMatch(/^Invitation to Shop Your account is locked: /);
    expect(text.trim().split('\n\n')).toHaveLength(3);
    const links = /(?:https?:\/\/|www\.|[\w-]+@)[^\s<"]+|[\w-]+\.example\b/g;
    for (const part of [subject, text, html]) {
      const foreign = (part.match(links) ?? []).filter((link) => !link.includes('/admin/accept?token='));
      expect(foreign).toEqual([]);
      expect(part).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    }
    expect(html.match(/<a /g)).toHaveLength(1);
  });

  test('cuts a long name', async () => {
    const { subject } = await invitationOf('x'.repeat(300));
    expect(subject).toBe(`Invitation to ${'x'.repeat(99)}…`);
  });
});

describe('a name that is not one line is rejected', () => {
  const admin = { 'x-svc-admin-key': ADMIN_KEY };

  test.each(SEVERAL_LINES)('%j', async (name) => {
    const create = 'mutation ($input: CreateSiteInput!) { createSite(input: $input) { id } }';
    const created = await service.graphql(create, { input: { name, ownerEmail: 'o@example.org' } }, admin);
    expect(created.errors?.[0]?.message).toBe('name must be one line');
    const update = 'mutation ($id: ID!, $input: UpdateSiteInput!) { updateSite(id: $id, input: $input) { id } }';
    const forms = { fromName: name, subjectTemplate: name };
    const changed = await service.graphql(update, { id: site.id, input: { name, forms } }, admin);
    expect(changed.errors?.[0]?.extensions['details']).toEqual([
      { field: 'name', message: 'name must be one line' },
      { field: 'forms.fromName', message: 'forms.fromName must be one line' },
      { field: 'forms.subjectTemplate', message: 'forms.subjectTemplate must be one line' },
    ]);
    const persona = await site.post('/personas', { name, systemPrompt: 'Be kind.' });
    expect([persona.status, persona.body.error]).toEqual([400, 'name must be one line']);
  });
});
