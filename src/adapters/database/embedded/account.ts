import { execFile } from 'node:child_process';
import { chown, lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { succeeds } from '../../process/succeeds.ts';

const run = promisify(execFile);

/** The user id of `nobody`. */
const NOBODY = 65_534;

/** The account that the server runs as, because PostgreSQL does not run as root. */
export interface Account {
  /** Prefix of the command. */
  prefix: readonly string[];
  /** The options of `spawn` that select the account. */
  credentials: { uid?: number; gid?: number };
  /** The required owner of the files, if it is not the user of this process. */
  owner?: number;
}

const OWN: Account = { prefix: [], credentials: {} };

/** Root outside, `nobody` inside a user namespace: needs no second user and can read all files of root. */
const NAMESPACE: Account = {
  prefix: ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'],
  credentials: {},
  owner: 0,
};

/** The account in containers that forbid user namespaces. */
const UNPRIVILEGED: Account = { prefix: [], credentials: { uid: NOBODY, gid: NOBODY }, owner: NOBODY };

/**
 * The user of this process or, for root, the first alternative that can run the binaries and write to `folder`, which
 * it then owns.
 * @throws Error if root has no such alternative
 */
export async function chooseAccount(bin: string, folder: string): Promise<Account> {
  if (process.getuid?.() !== 0) return OWN;
  for (const account of [NAMESPACE, UNPRIVILEGED]) {
    if (await isUsable(account, bin, folder)) return account;
  }
  throw new Error(
    `PostgreSQL must not run as root, and as user "nobody" it can't use ${folder} or ${bin}: ` +
      'start the service as another user, move both to where others may enter, or set DATABASE_URL.',
  );
}

/** Changes the owner of everything in `folder`, because an earlier run may have used another account. */
export async function changeOwner(account: Account, folder: string): Promise<void> {
  const { owner } = account;
  if (owner === undefined || (await stat(folder)).uid === owner) return;
  const entries = await readdir(folder, { recursive: true });
  await Promise.all(entries.map((entry) => lchown(join(folder, entry), owner, owner)));
  // Last, because it marks a completed change.
  await chown(folder, owner, owner);
}

async function isUsable(account: Account, bin: string, folder: string): Promise<boolean> {
  if (account.owner !== undefined) await chown(folder, account.owner, account.owner);
  const script = 'test -x "$1/postgres" && test -w "$2" && test -x "$2"';
  const [command, ...args] = [...account.prefix, 'sh', '-c', script, 'sh', bin, folder];
  return succeeds(run(command, args, { ...account.credentials, cwd: '/' }));
}
