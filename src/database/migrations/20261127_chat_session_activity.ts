import { Migration } from '@mikro-orm/migrations';
import { logActivity } from './log-activity.ts';

/** Who deletes a conversation of a site is logged; what visitors say is no activity. */
export class ChatSessionActivity extends Migration {
  override name = '20261127_chat_session_activity';

  override up(): void {
    const conditions = { insert: null, update: null };
    logActivity(this, 'chat_session', { resource: 'chat_session', title: 'r.key', conditions });
  }
}
