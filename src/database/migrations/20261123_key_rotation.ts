import { Migration } from '@mikro-orm/migrations';

/** The secret that a rotated key had before. */
export class KeyRotation extends Migration {
  override name = '20261123_key_rotation';

  override up(): void {
    this.addSql(`alter table api_key
      add column former_hash text, add column former_prefix text, add column former_until timestamptz`);
    this.addSql('create unique index on api_key (former_hash) where former_hash is not null');
  }
}
