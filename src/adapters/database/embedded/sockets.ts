import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chown, lstat, mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { succeeds } from '../../process/succeeds.ts';
import type { Account } from './account.ts';

/** Only part of the socket's file name; every embedded server has its own folder. */
export const PORT = 5432;

/** Maximum length in bytes (Linux 107, macOS 103). */
const MAX_SOCKET_PATH_LENGTH = 103;

export function socketFile(folder: string, port = PORT): string {
  return join(folder, `.s.PGSQL.${port}`);
}

/**
 * The cluster's own folder, which only its owner can access, or a short private folder if that path is too long for a
 * socket.
 */
export async function chooseSocketFolder(cluster: string, account: Account): Promise<string> {
  if (fits(cluster)) return cluster;
  const name = `lectern-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;
  const folder = [tmpdir(), '/tmp'].map((parent) => join(parent, name)).find(fits);
  if (folder === undefined)
    throw new Error(`The path ${tmpdir()} is too long for a socket: set TMPDIR to a shorter one.`);
  await makePrivate(folder, account);
  return folder;
}

/** Tells whether a server listens on the socket; also true for a server that rejects sessions while it starts or stops. */
export function isListening(file: string): Promise<boolean> {
  const socket = connect(file);
  return succeeds(once(socket, 'connect')).finally(() => socket.destroy());
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketFile(folder)) <= MAX_SOCKET_PATH_LENGTH;
}

/**
 * Access to the folder grants access to the database without a password, so a folder created by another user is
 * rejected.
 */
async function makePrivate(folder: string, account: Account): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  const owners = [process.getuid?.(), account.owner];
  if (!found.isDirectory() || !owners.includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} is not a private folder of this user's: remove it.`);
  }
  if (account.owner !== undefined) await chown(folder, account.owner, account.owner);
}
