import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, BrowserContextOptions, Browser as Chromium, Locator, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import type { MemberRole } from '../../../../src/access/member-role.ts';
import type { Browser } from '../../../support/browser.ts';
import { signedIn } from '../../../support/member.ts';
import type { TestSite } from '../../../support/site.ts';
import { useBrowser } from './browser.ts';

type Who = MemberRole | 'admin';
type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

export interface OpenOptions {
  scheme?: 'light' | 'dark';
  width?: number;
  language?: 'en' | 'de';
  /** Of the browser; by default that of the machine. */
  timeZone?: string;
  /** Who opens it: by default an installation admin, who owns the site; null: without a session. */
  as?: Who | null;
  /** Status of an answer that the test provokes and the console reports. */
  provokes?: number;
  /** In a page that no test had before, and none gets afterwards: for tests that change more of it than can be undone. */
  alone?: boolean;
}

export interface OpenPage {
  page: Page;
  /** What the console, the policy of the page and failed requests have said; a test fails if there is any. */
  complaints: string[];
}

/**
 * Opens pages of the dashboard for a person who has signed in. A console message of level
 * error or warning, an error of a script or a violation of the policy fails the test.
 */
export class Dashboard {
  private readonly browser: Chromium;
  /** Cookies by site and role. */
  private readonly sessions = new Map<string, Promise<Browser>>();
  private readonly opened: (OpenPage & { kind: string | null })[] = [];

  constructor(browser: Chromium) {
    this.browser = browser;
  }

  /** @param path below /admin/<site>, such as `/content` */
  async open(site: TestSite, path: string, options: OpenOptions = {}): Promise<OpenPage> {
    const { as = 'admin' } = options;
    const cookies = as === null ? [] : await this.cookies(site, as);
    return this.openUrl(`${site.service.url}/admin/${site.id}${path}`, options, cookies);
  }

  /** Without a session, unless there are cookies. */
  async openUrl(url: string, options: OpenOptions = {}, cookies: readonly Cookie[] = []): Promise<OpenPage> {
    const { scheme = 'light', width = 1280, language = 'en', timeZone, alone = false } = options;
    const { origin: baseURL } = new URL(url);
    const locale = language === 'de' ? 'de-DE' : 'en-GB';
    const kind = alone ? null : [baseURL, locale, timeZone].join(' ');
    const fixed = { baseURL, locale, ...(timeZone === undefined ? {} : { timezoneId: timeZone }) };
    const page = this.idle(kind).pop() ?? (await this.newPage(fixed));
    const complaints = collectComplaints(page, options.provokes);
    this.opened.push({ page, complaints, kind });
    await page.context().addCookies(cookies);
    await page.setViewportSize({ width, height: width < 600 ? 844 : 800 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto(url);
    return { page, complaints };
  }

  private async newPage(fixed: BrowserContextOptions): Promise<Page> {
    const context = await this.browser.newContext(fixed);
    context.setDefaultTimeout(20_000);
    return context.newPage();
  }

  /** Pages of earlier tests of the worker: in a new one the program is compiled again, 0.3 of 0.5 seconds of the processor. */
  private idle(kind: string | null): Page[] {
    const pages = (kind !== null && idlePages.get(kind)) || [];
    if (kind !== null) idlePages.set(kind, pages);
    return pages;
  }

  private async cookies(site: TestSite, who: Who): Promise<Cookie[]> {
    const key = `${site.id} ${who}`;
    const session = this.sessions.get(key) ?? signedIn(site, who);
    this.sessions.set(key, session);
    const { cookies } = await session;
    return [...cookies].map(([name, value]) => ({ name, value, url: site.service.url }));
  }

  /** Ends what the test has opened. */
  async closeAll(): Promise<void> {
    const all = this.opened.splice(0);
    await Promise.all(
      all.map(async ({ page, kind }) => {
        if (kind !== null && (await empty(page))) this.idle(kind).push(page);
        else await page.context().close();
      }),
    );
    expect(all.flatMap(({ complaints }) => complaints)).toEqual([]);
  }
}

/** By what cannot be changed of a page. Those of a service that has ended are closed with the browser. */
const idlePages = new Map<string, Page[]>();

/** Whether nothing of a test is left in the page. */
async function empty(page: Page): Promise<boolean> {
  const context = page.context();
  try {
    page.removeAllListeners();
    // A form with changes asks before it is left.
    page.once('dialog', (dialog) => void dialog.accept());
    await Promise.all(context.pages().map(async (each) => each === page || each.close()));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.evaluate('localStorage.clear(), sessionStorage.clear()');
    await page.goto('about:blank', { timeout: 5_000 });
    await context.clearCookies();
    page.removeAllListeners();
    return true;
  } catch {
    return false;
  }
}

/** A run of the whole suite looks at each page once; `DASHBOARD=full` in both schemes. */
const isFull = process.env['DASHBOARD'] === 'full';

export const SCHEMES = isFull ? (['light', 'dark'] as const) : (['dark'] as const);

/** Wide and light, narrow and dark. */
export const VIEWS = [['dark', 390] as const, ...(isFull ? [['light', 1280] as const] : [])];

export function useDashboard(): Dashboard {
  const dashboard = new Dashboard(useBrowser());
  afterEach(() => dashboard.closeAll());
  return dashboard;
}

function collectComplaints(page: Page, provoked = 0): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes(`with a status of ${provoked}`)) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  return complaints;
}

/** Whether an element has the focus. */
export async function isFocused(target: Locator): Promise<boolean> {
  return (await target.and(target.page().locator(':focus')).count()) === 1;
}

/** What axe finds at the page as it is now, by WCAG 2.2 AA and the rules of good practice. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Not while something fades in: its contrast is less for a moment.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((each) => each.effect.getComputedTiming().iterations !== Infinity)
    .map((each) => each.finished.catch(() => undefined)))`);
  // Its source is half a megabyte: a page that has it keeps it.
  const isLoaded = await page.evaluate<boolean>('"axe" in window');
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: 'void 0' } : {}) });
  // Only violations are described. The other mode is for frames of other origins, and opens a second page each time.
  const { violations } = await axe
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** Writes a picture of the page to the folder DASHBOARD_PICTURES, for who works on it; without one it does nothing. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['DASHBOARD_PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

/** The same in light and dark, wide and narrow. */
export async function shootViews(page: Page, name: string): Promise<void> {
  if (process.env['DASHBOARD_PICTURES'] === undefined) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: width < 600 ? 844 : 800 });
      // The menu and what is lazy are laid out again.
      await page.waitForTimeout(300);
      await shoot(page, `${name}-${colorScheme}-${width}`);
    }
  }
}
