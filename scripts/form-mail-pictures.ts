// Draws the form mail templates in light and dark into docs/form-mail/: `node scripts/form-mail-pictures.ts`.
// Needs Chromium: CHROMIUM, else `chromium` on PATH.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createFormMail } from '../src/features/form/form-mail.ts';
import { DEFAULT_FORM_SETTINGS } from '../src/features/site/site.entity.ts';
import type { FormSettings } from '../src/features/site/site.types.ts';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('../docs/form-mail/', import.meta.url));
const TEMPLATES = ['default', 'simple', 'branded'] as const;
const SCHEMES = { dark: 0, light: 1 } as const;
const SIZES = { '': '720,640', '-phone': '500,800' } as const;

const SUBMISSION = {
  formName: 'Workshop appointment',
  formId: 'appointment',
  fields: {
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    bicycle: 'Touring, 28 inch',
    services: ['Wheels', 'Brakes'],
    message: 'The rear wheel is <b>out of true</b> & squeals.\n\nTuesday morning would suit me.',
    note: 'مرحبا، شكرا لكم',
    agreed: true,
  },
  pageUrl: 'https://workshop.example.org/appointment?from=footer',
  metadata: { pageTitle: 'Book a repair' },
};

/** Pictures are the same each time they are drawn. */
const SUBMITTED_AT = new Date('2026-11-21T09:30:00Z');

const folder = await mkdtemp(join(tmpdir(), 'form-mail-'));
await mkdir(FOLDER, { recursive: true });
for (const template of TEMPLATES) {
  const page = join(folder, `${template}.html`);
  await writeFile(page, htmlOf(template));
  for (const [scheme, value] of Object.entries(SCHEMES)) {
    for (const [suffix, size] of Object.entries(SIZES))
      await draw(page, `${template}-${scheme}${suffix}.png`, value, size);
  }
}
await rm(folder, { recursive: true });

function htmlOf(template: FormSettings['template']): string {
  return createFormMail({
    to: ['desk@example.org'],
    settings: { ...DEFAULT_FORM_SETTINGS, template },
    siteName: 'Bicycle workshop',
    submission: SUBMISSION,
    submittedAt: SUBMITTED_AT,
  }).html;
}

async function draw(page: string, name: string, scheme: number, size: string): Promise<void> {
  await run(process.env['CHROMIUM'] ?? 'chromium', [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--hide-scrollbars',
    `--blink-settings=preferredColorScheme=${scheme}`,
    `--window-size=${size}`,
    `--user-data-dir=${join(folder, 'profile')}`,
    `--screenshot=${join(FOLDER, name)}`,
    `file://${page}`,
  ]);
}
