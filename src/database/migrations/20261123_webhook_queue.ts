import { Migration } from '@mikro-orm/migrations';

/**
 * Statements name `attempts >= 0`, which is always true, to read along this index. Those that look for the first event of a
 * subject do not, and so read along that of subjects, also while the statistics know nothing of a burst.
 */
export class WebhookQueue extends Migration {
  override name = '20261123_webhook_queue';

  override up(): void {
    this.addSql('drop index webhook_delivery_pending');
    this.addSql(`create index webhook_delivery_pending on webhook_delivery (endpoint_id, seq)
      where status = 'pending' and attempts >= 0`);
  }
}
