import { expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';

const VIEWER = '{ viewer { uid isAuthenticated membershipTier subscriptions } }';
const ANONYMOUS = { uid: null, isAuthenticated: false, membershipTier: 'free', subscriptions: [] };

const service = useService();
const site = useSite(service);

test('with an API key alone the viewer is anonymous, at tier free', async () => {
  expect((await site.graphql(VIEWER)).data).toEqual({ viewer: ANONYMOUS });
});

test('without a key there is no viewer', async () => {
  const { errors } = await service.graphql(VIEWER);
  expect(errors?.[0]).toMatchObject({ message: 'API key required', extensions: { code: 'UNAUTHENTICATED' } });
});

test('what a caller states of its user creates no viewer', async () => {
  const { errors } = await service.graphql(VIEWER, {}, { 'x-svc-api-key': site.key, authorization: 'Bearer made-up' });
  expect(errors?.[0]).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
});

test('a token of the site makes its user the viewer', async () => {
  const token = await service.token(site.id, { uid: 'u1', membershipTier: 'pro', subscriptions: ['gold'] });
  const { data } = await service.graphql(VIEWER, {}, { 'x-svc-api-key': site.key, authorization: `Bearer ${token}` });
  expect(data).toEqual({
    viewer: { uid: 'u1', isAuthenticated: true, membershipTier: 'pro', subscriptions: ['gold'] },
  });
});

test('a token of another site is rejected', async () => {
  const other = await service.site('Other');
  const token = await service.token(other.id, { uid: 'u1' });
  const { errors } = await service.graphql(VIEWER, {}, { 'x-svc-api-key': site.key, authorization: `Bearer ${token}` });
  expect(errors?.[0]).toMatchObject({ message: 'Firebase token is invalid or expired' });
});
