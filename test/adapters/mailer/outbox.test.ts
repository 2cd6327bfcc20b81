import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Outbox } from '../../../src/adapters/mailer/outbox.ts';
import { describeMailer, mailOf } from '../../ports/mailer.contract.ts';
import { parseMail } from '../../support/parsed-mail.ts';

const from = 'forms@lectern.example';

describeMailer('the outbox', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'outbox-'));
  const mailer = new Outbox({ dir: join(dir, 'outbox'), from });
  return {
    mailer,
    from,
    delivered: async () => {
      const ids = await mailer.list(1_000);
      return Promise.all(ids.map(async (id) => parseMail((await mailer.read(id)) as Uint8Array)));
    },
    close: () => rm(dir, { recursive: true }),
  };
});

describe('the outbox', () => {
  let dir: string;
  let outbox: Outbox;
  beforeEach(async () => {
    dir = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox');
    outbox = new Outbox({ dir, from });
  });
  afterEach(() => rm(join(dir, '..'), { recursive: true }));

  test('is empty before the first mail', async () => {
    expect(await outbox.list(10)).toEqual([]);
    expect(await outbox.read('0')).toBeNull();
  });

  test('keeps one .eml file per mail, readable by its owner only, and nothing half-written', async () => {
    const mail = mailOf();
    await outbox.send(mail);
    await outbox.send(mail);
    expect(await readdir(dir)).toEqual([`${mail.id}.eml`]);
    expect((await stat(join(dir, `${mail.id}.eml`))).mode & 0o777).toBe(0o600);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
  });

  test('lists the newest mails first, and only mails', async () => {
    const mails = [mailOf(), mailOf(), mailOf()];
    for (const mail of mails) await outbox.send(mail);
    await writeFile(join(dir, 'notes.txt'), 'x');
    await writeFile(join(dir, '.unfinished'), 'x');
    expect(await outbox.list(2)).toEqual([mails[2]?.id, mails[1]?.id]);
  });

  test('reads nothing outside its folder', async () => {
    await outbox.send(mailOf());
    await writeFile(join(dir, '..', 'secret.eml'), 'secret');
    for (const id of ['../secret', '..%2fsecret', '/etc/passwd', '', '.', 'a/../../secret']) {
      expect(await outbox.read(id)).toBeNull();
    }
  });

  test('ends every line with CRLF, as mail does', async () => {
    const mail = mailOf({ text: 'one\ntwo\r\nthree\rfour' });
    await outbox.send(mail);
    const bytes = Buffer.from((await outbox.read(mail.id)) as Uint8Array).toString('latin1');
    expect(bytes.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
});
