#!/usr/bin/env node
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { bodyOf, createLectern, LecternError } from './client.ts';
import { typesOf } from './content-types.ts';

const USAGE = `lectern types --url <URL of the service> --key <API key> [--out <file>]

Writes TypeScript types for the content types of the site, to standard output or to the file.
--url and --key may be in LECTERN_URL and LECTERN_API_KEY.`;

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { url: { type: 'string' }, key: { type: 'string' }, out: { type: 'string' } },
  });
  const { url = process.env['LECTERN_URL'], key = process.env['LECTERN_API_KEY'], out } = values;
  if (positionals.join(' ') !== 'types' || !url || !key) throw new TypeError(USAGE);
  const { api } = createLectern({ url, apiKey: key });
  const { data } = await bodyOf(api.GET('/api/sdk/content-types', { params: { query: { includeFields: true } } }));
  const text = typesOf(data);
  if (out === undefined) process.stdout.write(text);
  else await writeFile(out, text);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const isExpected = error instanceof LecternError || error instanceof TypeError;
  process.stderr.write(`${isExpected ? error.message : String(error.stack)}\n`);
  process.exitCode = 1;
}
