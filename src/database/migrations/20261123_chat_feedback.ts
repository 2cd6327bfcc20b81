import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** Ratings of answers, one for each turn. */
export class ChatFeedback extends Migration {
  override name = '20261123_chat_feedback';

  override up(): void {
    this.addSql(`create table chat_feedback (
      turn_id uuid primary key references chat_turn on delete cascade,
      session_id uuid not null references chat_session on delete cascade,
      site_id uuid not null references site on delete cascade,
      rating text not null check (rating in ('up', 'down')),
      comment text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`);
    this.addSql('create index on chat_feedback (session_id)');
    this.addSql('create index on chat_feedback (site_id, rating, session_id)');
    lockToSite(this, 'chat_feedback');
  }
}
