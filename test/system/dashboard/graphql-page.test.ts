import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { signedIn } from '../../support/member.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { useBrowser } from './support/browser.ts';

const service = useOwnService();
const site = useSite(service);
const chromium = useBrowser();

const APOLLO = 'https://embeddable-sandbox.cdn.apollographql.com/**';
/** Takes the place of Apollo's script, as an attacker may replace it. */
const HOSTILE = `window.EmbeddedSandbox = class { constructor() { document.body.dataset.loaded = 'yes'; } };`;

/** What the script gets of the dashboard: the error of each attempt. */
const ATTEMPTS = `(async () => {
  const attempt = async (work) => {
    try {
      return String(await work());
    } catch (error) {
      return error.name;
    }
  };
  const frame = document.createElement('iframe');
  frame.src = '/admin';
  document.body.append(frame);
  return [
    await attempt(() => document.cookie),
    await attempt(() => localStorage.length),
    await attempt(async () => (await fetch('/admin')).text()),
    await attempt(async () => (await fetch('/api/auth/get-session', { credentials: 'include' })).text()),
    await attempt(() => frame.contentWindow.document.title),
  ];
})()`;

/** The page in the browser of an installation admin who is signed in to the dashboard of the same service. */
async function withPage(script: string | null, work: (page: Page) => Promise<void>): Promise<void> {
  const { cookies } = await signedIn(site, 'admin');
  const context = await chromium.newContext();
  try {
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: service.url })));
    const page = await context.newPage();
    await page.route(APOLLO, (route) =>
      script === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await page.goto(`${service.url}/graphql`);
    await work(page);
  } finally {
    await context.close();
  }
}

/** What a script of the page gets for a query, or why not. */
const query = (page: Page, text: string, init: { headers?: Record<string, string>; credentials?: 'include' } = {}) =>
  page.evaluate(
    async ([body, { headers = {}, ...others }]) => {
      const request = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers }, ...others };
      return fetch('/graphql', request).then(
        (response) => response.json(),
        (error: unknown) => String(error),
      );
    },
    [JSON.stringify({ query: text }), init] as const,
  );

describe('the page at /graphql', () => {
  test('has a console that works with a key, without the network', async () => {
    await withPage(null, async (page) => {
      await page.getByLabel('API key').fill(site.key);
      await page.getByLabel('Operation').fill('{ contents { total } }');
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByText('"total": 0').waitFor();
      await page.getByLabel('API key').fill('svc_sdk_wrong');
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByText('Invalid API key').waitFor();
    });
  });

  test('shows the Sandbox where its script is loaded, and the console on demand', async () => {
    await withPage(HOSTILE, async (page) => {
      await page.locator('body[data-loaded=yes]').waitFor({ state: 'attached' });
      await expect.poll(() => page.getByLabel('API key').isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Console' }).click();
      await page.getByLabel('API key').waitFor();
    });
  });

  test('calls with a key from the script of the Sandbox, and not as the user who is signed in', async () => {
    await withPage(HOSTILE, async (page) => {
      await page.locator('body[data-loaded=yes]').waitFor({ state: 'attached' });
      expect(await page.evaluate('window.origin')).toBe('null');
      const withKey = await query(page, '{ contents { total } }', { headers: { 'x-svc-api-key': site.key } });
      expect(withKey).toEqual({ data: { contents: { total: 0 } } });
      const asUser = { 'x-lectern-csrf': '1' };
      for (const init of [{}, { credentials: 'include' as const }, { headers: asUser }]) {
        const answer = await query(page, '{ me { email } }', init);
        expect(['"TypeError: Failed to fetch"', '{"data":{"me":null}}']).toContain(JSON.stringify(answer));
      }
    });
  });

  test('reads no page, cookie or storage of the dashboard', async () => {
    await withPage(HOSTILE, async (page) => {
      const attempts = await page.evaluate(ATTEMPTS);
      expect(attempts).toEqual(['SecurityError', 'SecurityError', 'TypeError', 'TypeError', 'SecurityError']);
    });
  });

  test('lets no other origin read, and no cookie in', async () => {
    const preflight = await fetch(`${service.url}/graphql`, {
      method: 'OPTIONS',
      headers: { origin: 'null', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('null');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    expect(preflight.headers.get('access-control-allow-headers')).not.toMatch(/lectern|cookie/i);
    const other = await fetch(`${service.url}/graphql`, { headers: { origin: 'https://evil.example' } });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    for (const path of ['/graphql/site', '/graphql/stream', '/api/auth/get-session', '/admin']) {
      const answer = await fetch(service.url + path, { headers: { origin: 'null' } });
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, null]);
    }
  });
});
