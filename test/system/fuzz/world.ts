import { Target, type TargetSite } from '../support/target.ts';
import type { CallerKind } from './request.ts';

/** Stands in everything of the guarded site that its fuzzed callers may not see. */
export const MARKER = 'restricted-marker-5b1f';

export interface World {
  target: Target;
  /** Whose keys write at random. */
  open: TargetSite;
  /** Whose restricted content must never come out. */
  guarded: TargetSite;
  /** Whose well-behaved caller is served beside all that. */
  steady: TargetSite;
  headers: Readonly<Record<CallerKind, Record<string, string>>>;
  /** Ids of all sites and keys: an admin's random request could end them. */
  withheld: string[];
}

export async function createWorld(): Promise<World> {
  const target = await Target.start({ LOG_LEVEL: 'error' });
  const [open, guarded, steady] = await Promise.all([
    target.site('open'),
    target.site('guarded'),
    target.site('steady'),
  ]);
  await Promise.all([fillGuarded(target, guarded), fillSteady(target, steady)]);
  const headers = await headersOf(target, open, guarded);
  const { allSites } = await target.admin<{ allSites: { id: string; apiKeys: { id: string }[] }[] }>(
    '{ allSites { id apiKeys { id } } }',
  );
  const withheld = allSites.flatMap((site) => [site.id, ...site.apiKeys.map(({ id }) => id)]);
  return { target, open, guarded, steady, headers, withheld };
}

async function headersOf(target: Target, open: TargetSite, guarded: TargetSite): Promise<World['headers']> {
  const key = (secret: string) => ({ 'x-svc-api-key': secret });
  const user = async (site: TargetSite, claims: Parameters<Target['token']>[1]) => ({
    authorization: `Bearer ${await target.token(site.id, claims)}`,
  });
  const [reader, writer, guardedReader] = await Promise.all([
    target.key(open.id, ['read']),
    target.key(open.id, ['write']),
    target.key(guarded.id, ['read']),
  ]);
  return {
    anonymous: {},
    'wrong key': key('svc_sdk_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'),
    reader: key(reader),
    writer: key(writer),
    editor: key(open.key),
    'free user': { ...key(open.key), ...(await user(open, { uid: 'free', expiresInSeconds: 86_400 })) },
    'expired user': { ...key(reader), ...(await user(open, { uid: 'late', expiresInSeconds: 0 })) },
    'foreign user': { ...key(reader), ...(await user(guarded, { uid: 'foreign', membershipTier: 'premium' })) },
    'spoilt token': { ...key(reader), authorization: 'Bearer a.b.c' },
    'reader of the guarded site': key(guardedReader),
    'free user of the guarded site': {
      ...key(guardedReader),
      ...(await user(guarded, { uid: 'free', expiresInSeconds: 86_400 })),
    },
    admin: { 'x-svc-admin-key': 'admin-key-of-the-attacked-service' },
    'wrong admin': { 'x-svc-admin-key': 'not-the-admin-key-at-all' },
  };
}

async function fillGuarded(target: Target, { key }: TargetSite): Promise<void> {
  const headers = { 'x-svc-api-key': key };
  const levels = [{ accessLevel: 'premium' }, { accessLevel: 'subscription', requiredSubscriptions: ['gold'] }];
  for (const [index, level] of levels.entries()) {
    await must(
      target.rest('POST', '/content', headers, {
        externalId: `guarded-${index}`,
        type: 'article',
        status: 'published',
        title: `Brake ${index}`,
        content: `The brake and the pedal: ${MARKER}.`,
        ...level,
      }),
    );
    const text = `The wheel and the brake: ${MARKER}.`;
    await must(
      target.rest('POST', '/knowledge/documents', headers, { title: `Wheel ${index}`, content: text, ...level }),
    );
  }
  const open = {
    externalId: 'open',
    type: 'article',
    status: 'published',
    title: 'Pedal',
    content: 'A pedal, for everybody.',
  };
  await must(target.rest('POST', '/content', headers, open));
}

async function fillSteady(target: Target, { key }: TargetSite): Promise<void> {
  const headers = { 'x-svc-api-key': key };
  for (let number = 1; number <= 30; number += 1) {
    const text = `How a brake is adjusted, part ${number}. `.repeat(20);
    const item = {
      externalId: `item-${number}`,
      type: 'article',
      status: 'published',
      title: `Item ${number}`,
      content: text,
    };
    await must(target.rest('POST', '/content', headers, item));
  }
}

async function must(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  if (status !== 200) throw new Error(`${status} ${text}`);
}
