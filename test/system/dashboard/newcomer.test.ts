import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { install } from '../support/installation.ts';
import { startProcess } from '../support/process.ts';
import { use } from '../../support/use.ts';
import { useDashboard } from './support/use-dashboard.ts';

const dashboard = useDashboard();

/** As `npm start` starts it, with the demo site and without any user. */
const service = use(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-newcomer-'));
  await install(dataDir);
  const started = await startProcess({ DATA_DIR: dataDir }, undefined, 'supervisor.js');
  return {
    url: started.url,
    setupLink: /http\S+\/admin\/setup\?token=\S+/.exec(started.output())?.[0] ?? '',
    stop: async () => {
      await started.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
});

const OWNER = { Name: 'Ada', Email: 'ada@example.org', Password: 'a long enough password' };

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  }
}

test('a newcomer signs in by the link, makes a type, publishes an item, and the agent cites it', async () => {
  const { page } = await dashboard.openUrl(service.url);
  await page.getByText('Open the link that the service prints').waitFor();
  await page.goto(service.setupLink);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();

  await page.getByRole('link', { name: 'Content types' }).click();
  await page.getByRole('button', { name: 'New type' }).click();
  await fill(page, { Name: 'Repair guide' });
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Repair guide' }).waitFor();

  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await page.getByRole('button', { name: 'New item' }).click();
  await page.getByRole('menuitem', { name: 'Repair guide' }).click();
  await fill(page, { Title: 'Squeaking quince hinges' });
  await page.getByRole('textbox', { name: 'Body' }).click();
  await page.keyboard.type('Oil the quince hinges with two drops of walnut oil.');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Save' }).waitFor();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Published' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();

  await page.getByRole('link', { name: 'Agent' }).click();
  await page.getByLabel('Message').fill('How do I oil the quince hinges?');
  await page.keyboard.press('Enter');
  await page
    .getByRole('button', { name: /Squeaking quince hinges/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('two drops of walnut oil').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Set name, email and password' }).click();
  await fill(page, OWNER);
  await page.getByRole('button', { name: 'Save the account' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await page.getByText('This account has no password yet').count()).toBe(0);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await fill(page, { Email: OWNER.Email, Password: OWNER.Password });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});
