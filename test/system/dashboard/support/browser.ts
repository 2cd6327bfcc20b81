import { setTimeout as delay } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { type Browser, type LaunchOptions, chromium as playwright } from 'playwright-core';
import { test } from 'vitest';
import { Opened } from '../../../support/use.ts';

/** Switches that are for functions in a cloud: they change how pages behave, or make one of two processes crash both. */
const NOT_HERE = /^--(single-process|no-zygote|disable-web-security|allow-running-insecure-content|headless)/;

/** The Chromium of the npm package, one for all files of a worker: nothing is to be installed for the tests. */
export function useBrowser(): Browser {
  const browser = new Opened<Browser>();
  worker.beforeAll(({ shared }) => browser.open(async () => shared));
  return browser.reference;
}

const worker = test
  .extend('settings', { scope: 'worker' }, {})
  .extend('shared', { scope: 'worker' }, async ({ settings }, { onCleanup }) => {
    chromium.setGraphicsMode = false;
    const args = chromium.args.filter((argument) => !NOT_HERE.test(argument));
    const executablePath = await chromium.executablePath();
    const browser = await launch({ executablePath, headless: true, args, ...settings });
    onCleanup(() => browser.close());
    return browser;
  });

/** Another worker may still be unpacking the program, which takes some seconds on a busy machine. */
async function launch(options: LaunchOptions, attempts = 240): Promise<Browser> {
  try {
    return await playwright.launch(options);
  } catch (error) {
    if (attempts === 0 || !String(error).includes('ETXTBSY')) throw error;
    await delay(250);
    return launch(options, attempts - 1);
  }
}
