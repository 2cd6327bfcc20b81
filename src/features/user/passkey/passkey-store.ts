import type { Database } from '../../../database/database.ts';
import { conflict } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import { hashToken } from '../session-token.ts';

export const MAX_PASSKEYS = 20;
const CHALLENGE_SECONDS = 300;

/** A passkey in the form that its owner sees. */
export interface Passkey {
  id: string;
  name: string;
  createdAt: Date;
  /** The time of the last sign-in; null if there was none. */
  lastUsedAt: Date | null;
}

export interface Credential {
  /** The id that the authenticator gave it, in base64url. */
  credentialId: string;
  /** COSE, in base64url. */
  publicKey: string;
  /** Signatures so far; 0 forever for authenticators that do not count. */
  counter: number;
  transports: string[];
}

export interface StoredCredential extends Credential {
  id: string;
  userId: string;
}

const PASSKEY_COLUMNS = `id, name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

const LIST = `select ${PASSKEY_COLUMNS} from user_passkey where user_id = $1 order by created_at, id limit ${MAX_PASSKEYS}`;

const CREDENTIALS = `select credential_id as "credentialId", transports from user_passkey where user_id = $1 limit ${MAX_PASSKEYS}`;

const FIND = `select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
    counter::float8 as counter, transports
  from user_passkey where credential_id = $1`;

const INSERT = `insert into user_passkey (id, user_id, name, credential_id, public_key, counter, transports, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, now()) on conflict (credential_id) do nothing returning ${PASSKEY_COLUMNS}`;

/** Updates the counter. Of several sign-ins with the same count, only one succeeds. */
const USE = `update user_passkey set counter = $2, last_used_at = now()
  where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`;

/** Challenges that were not answered are deleted as new ones come. */
const ADD_CHALLENGE = `with expired as (
    delete from user_verification where id in (
      select id from user_verification where expires_at < now() order by expires_at limit 20 for update skip locked))
  insert into user_verification (id, identifier, value, expires_at, created_at, updated_at)
  values ($1, $2, '', now() + interval '${CHALLENGE_SECONDS} seconds', now(), now()) returning id`;

const USE_CHALLENGE = 'delete from user_verification where identifier = $1 and expires_at > now() returning id';

/** The passkeys of users, and the challenges that they are to sign. */
export class PasskeyStore {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  list(userId: string): Promise<Passkey[]> {
    return this.database.system.rows<Passkey>(LIST, [userId]);
  }

  listCredentials(userId: string): Promise<Pick<Credential, 'credentialId' | 'transports'>[]> {
    return this.database.system.rows(CREDENTIALS, [userId]);
  }

  find(credentialId: string): Promise<StoredCredential | null> {
    return this.database.system.row<StoredCredential>(FIND, [credentialId]);
  }

  /** @throws ServiceError CONFLICT if the user has the maximum, or the passkey is registered already */
  async add(userId: string, name: string, { credentialId, publicKey, counter, transports }: Credential) {
    return this.database.system.write(async (tx) => {
      // One after the other for a user, so that the count holds.
      await tx.rows('select id from app_user where id = $1 for update', [userId]);
      const state = await tx.row<{ count: number }>(
        'select count(*)::int as count from user_passkey where user_id = $1',
        [userId],
      );
      if ((state?.count ?? 0) >= MAX_PASSKEYS) throw conflict(`A user has at most ${MAX_PASSKEYS} passkeys`);
      const values = [newId(), userId, name, credentialId, publicKey, counter, transports];
      const passkey = await tx.row<Passkey>(INSERT, values);
      if (!passkey) throw conflict('This passkey is registered already');
      return passkey;
    });
  }

  /** False if the count of the authenticator is not higher than before. */
  async use(id: string, counter: number): Promise<boolean> {
    return (await this.database.system.change(USE, [id, counter])).length > 0;
  }

  /** False if the user has no such passkey. */
  async delete(userId: string, id: string): Promise<boolean> {
    const sql = 'delete from user_passkey where user_id = $1 and id = $2 returning id';
    return (await this.database.system.change(sql, [userId, id])).length > 0;
  }

  async deleteAll(userId: string): Promise<void> {
    await this.database.system.change('delete from user_passkey where user_id = $1 returning id', [userId]);
  }

  /** Stores the hash of a challenge. @param purpose the only one for which it can be used */
  async addChallenge(purpose: string, challenge: string): Promise<void> {
    await this.database.system.change(ADD_CHALLENGE, [newId(), challengeIdentifier(purpose, challenge)]);
  }

  /** Returns whether the challenge was valid: it is not a second time. */
  async useChallenge(purpose: string, challenge: string): Promise<boolean> {
    return (await this.database.system.change(USE_CHALLENGE, [challengeIdentifier(purpose, challenge)])).length > 0;
  }
}

function challengeIdentifier(purpose: string, challenge: string): string {
  return hashToken(`passkey ${purpose} ${challenge}`);
}
