import { beforeAll, describe, expect, test } from 'vitest';
import { CALLER_SITE } from '../../../src/api/scope.ts';
import { findVisibility } from '../../../src/api/visible.ts';
import { newId } from '../../../src/shared/ids.ts';
import { MEMBER_ROLES, type MemberRole } from '../../../src/access/member-role.ts';
import { apiSchema } from '../../support/api-schema.ts';
import { Browser } from '../../support/browser.ts';
import { signedInMember } from '../../support/member.ts';
import { type RootField, callOf, rootFields } from '../../support/root-fields.ts';
import { useService, useSite } from '../../support/use-service.ts';

const service = useService();
const site = useSite(service);
const fields = rootFields(apiSchema);

const members = new Map<MemberRole, Browser>();
const member = (role: MemberRole) => members.get(role) ?? new Browser(service);

const signedIn = async (role: MemberRole) => (await signedInMember(service, site.id, role)).browser;

const OF_AUTHOR = new Set(
  'createContent createContents createUploadGrant deleteContent putContent restoreContent restoreContentVersion updateContent updateContents uploadAsset'.split(
    ' ',
  ),
);
const OF_OWNER =
  'activities chatSessions chatTranscript checkIdentityToken checkSiteModel checkSiteReranker createApiKey deleteChatSession deleteFormSubmission deleteSiteModel deleteSiteReranker exportActivities exportFormSubmissions formMailPreview formSubmission formSubmissionCounts formSubmissions invitations inviteMember members removeMember revokeApiKey revokeInvitation rotateApiKey site updateMember updateSite updateSiteModel updateSiteReranker';

beforeAll(async () => {
  for (const role of MEMBER_ROLES) members.set(role, await signedIn(role));
});

const isOfOwner = ({ field }: RootField) => field.description?.includes('the admin key or the role owner') ?? false;
const ofOwner = fields.filter(isOfOwner);

/** The lowest role that may call it; null: none, the admin alone. What authors may write is in `authors.test.ts`. */
function roleOf(root: RootField): MemberRole | null {
  if (root.isAdmin) return isOfOwner(root) ? 'owner' : null;
  if (OF_AUTHOR.has(root.name)) return 'author';
  return findVisibility(root.type, root.field) === 'written' ? 'editor' : 'viewer';
}

/** A call about a site. */
function callAbout(root: RootField, siteId: string) {
  const names = ['siteId', ...(/^(update)?site$/i.test(root.name) ? ['id'] : [])];
  const given = names.filter((name) => root.field.args.some((argument) => argument.name === name));
  return callOf(root, Object.fromEntries(given.map((name) => [name, siteId])));
}

describe.each(MEMBER_ROLES)('the role %s', (role) => {
  const isBeyond = (field: (typeof fields)[number]) => {
    const required = roleOf(field);
    return required === null || MEMBER_ROLES.indexOf(role) < MEMBER_ROLES.indexOf(required);
  };

  test('is denied every field beyond it', async () => {
    const denied = fields.filter(isBeyond);
    expect(denied.length).toBeGreaterThan(5);
    for (const field of denied) {
      const { query, variables } = callAbout(field, site.id);
      const { errors } = await member(role).graphql(query, variables, site.id);
      expect([field.name, errors?.[0]?.extensions['code']]).toEqual([field.name, 'FORBIDDEN']);
    }
  });

  test('reads what it may', async () => {
    for (const query of ['{ contents { total } }', '{ contentTypes { __typename } }', '{ personas { __typename } }']) {
      expect([query, (await member(role).graphql(query, {}, site.id)).errors]).toEqual([query, undefined]);
    }
  });
});

describe('an owner', () => {
  const owner = () => member('owner');
  const codeOf = async (query: string, variables: object) =>
    (await owner().graphql(query, variables, site.id)).errors?.[0]?.extensions['code'];

  test('may call every field that concerns the own site, with its id as literal, variable or in a fragment', async () => {
    expect(ofOwner.map(({ name }) => name).toSorted()).toEqual(OF_OWNER.split(' '));
    for (const root of ofOwner) {
      const { query, variables } = callAbout(root, site.id);
      const code = await codeOf(query, variables);
      expect([root.name, /^(FORBIDDEN|UNAUTHENTICATED)$/.test(String(code))]).toEqual([root.name, false]);
    }
    expect(await codeOf(`query { ...F } fragment F on Query { site(id: "${site.id}") { usage { files } } }`, {})).toBe(
      undefined,
    );
  });

  test('may call none of them for another site, whether it exists or not', async () => {
    const other = await service.site('Not theirs');
    for (const root of ofOwner.filter((field) => field.field.extensions['site'] !== CALLER_SITE)) {
      for (const id of [other.id, newId()]) {
        const { query, variables } = callAbout(root, id);
        expect([root.name, await codeOf(query, variables)]).toEqual([root.name, 'FORBIDDEN']);
      }
    }
    const both = `query ($own: ID!) { own: site(id: $own) { id } ...F } fragment F on Query { site(id: "${other.id}") { id } }`;
    expect(await codeOf(both, { own: site.id })).toBe('FORBIDDEN');
    expect(await codeOf(`query ($id: ID! = "${other.id}") { site(id: $id) { id } }`, {})).toBe('FORBIDDEN');
  });

  test("rotates and revokes keys of the own site, and finds none of another site's", async () => {
    const other = await service.site('With a key');
    const theirs = await service.key(other.id, { name: 'theirs' });
    const mine = await service.key(site.id, { name: 'mine' });
    const rotate = 'mutation ($id: ID!) { rotateApiKey(id: $id, input: { graceSeconds: 0 }) { id } }';
    const revoke = 'mutation ($id: ID!) { revokeApiKey(id: $id) { id } }';
    for (const query of [rotate, revoke]) {
      expect(await codeOf(query, { id: theirs.id })).toBe('NOT_FOUND');
      expect(await codeOf(query, { id: mine.id })).toBe(undefined);
    }
    const read = (key: string) => service.graphql('{ contents { total } }', {}, { 'x-svc-api-key': key });
    expect((await read(theirs.secret)).errors).toBeUndefined();
    expect((await read(mine.secret)).errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED');
  });

  test('changes settings of the site, but not its plan', async () => {
    const update = 'mutation ($id: ID!, $input: UpdateSiteInput!) { updateSite(id: $id, input: $input) { name } }';
    const change = (input: object) => codeOf(update, { id: site.id, input });
    expect(await change({ name: 'Renamed', plan: 'free' })).toBe('FORBIDDEN');
    expect(await change({ name: 'Renamed' })).toBe(undefined);
  });
});

test('the error of a field for owners names the role', async () => {
  const { errors } = await member('editor').graphql(
    'query ($id: ID!) { site(id: $id) { id } }',
    { id: site.id },
    site.id,
  );
  expect(errors?.[0]?.message).toBe('This operation requires the role owner');
});

test('an editor writes, and every role reads the restricted draft', async () => {
  const item = { type: 'article', externalId: 'd1', title: 'Draft', status: 'draft', accessLevel: 'premium' };
  const create = 'mutation ($input: CreateContentInput!) { createContent(input: $input) { id } }';
  const { data, errors } = await member('editor').graphql<{ createContent: { id: string } }>(
    create,
    { input: item },
    site.id,
  );
  expect(errors).toBeUndefined();
  const read = 'query ($id: ID!) { content(id: $id) { title } }';
  for (const role of MEMBER_ROLES) {
    const answer = await member(role).graphql(read, { id: data?.createContent.id }, site.id);
    expect([role, answer.data]).toEqual([role, { content: { title: 'Draft' } }]);
  }
});

test('a member of another site has no access, and a removed one loses it at once', async () => {
  const other = await service.site('Another site');
  const browser = await signedIn('owner');
  const code = async (siteId: string) =>
    (await browser.graphql('{ contents { total } }', {}, siteId)).errors?.[0]?.extensions['code'];
  expect([await code(site.id), await code(other.id)]).toEqual([undefined, 'FORBIDDEN']);
  const { data } = await browser.graphql<{ me: { id: string } }>('{ me { id } }');
  await service.app.database.forSite(site.id, 'background').write(async (tx) => {
    await tx.rows('delete from site_member where user_id = $1', [data?.me.id]);
  });
  expect(await code(site.id)).toBe('FORBIDDEN');
});

test('the scope of a site has no row of users', async () => {
  const rows = await service.app.database.forSite(site.id, 'background').rows<{ count: number }>(
    `select (select count(*) from app_user) + (select count(*) from user_session)
      + (select count(*) from user_account) + (select count(*) from user_verification) as count`,
  );
  expect(Number(rows[0]?.count)).toBe(0);
});

test('what a member writes and deletes has their name', async () => {
  const editor = member('editor');
  const input = { externalId: newId(), type: 'article', title: 'One' };
  const create = 'mutation ($input: CreateContentInput!) { createContent(input: $input) { id } }';
  const { data } = await editor.graphql<{ createContent: { id: string } }>(create, { input }, site.id);
  const id = data?.createContent.id;
  await editor.graphql(
    'mutation ($id: ID!) { updateContent(id: $id, input: { title: "Two" }) { id } deleteContent(id: $id) { id } }',
    { id },
    site.id,
  );
  await site.post(`/content/trash/${id}/restore`, {});
  await editor.graphql('mutation ($id: ID!) { deleteContent(id: $id) { id } }', { id }, site.id);
  const { body } = await site.get<{ _id: string; deletedBy: object }[]>('/content/trash');
  expect(body.data.find(({ _id }) => _id === id)?.deletedBy).toMatchObject({ kind: 'member', name: 'editor' });
  await site.post(`/content/trash/${id}/restore`, {});
  const versions = await site.get<{ writtenBy: object }[]>(`/content/${id}/versions`);
  expect(versions.body.data.map(({ writtenBy }) => writtenBy)).toMatchObject([{ kind: 'member', name: 'editor' }]);
});
