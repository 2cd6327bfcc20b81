import { Assets } from './20261121_assets.ts';
import { Chat } from './20261121_chat.ts';
import { Foundation } from './20261121_foundation.ts';
import { Files } from './20261121_files.ts';
import { Forms } from './20261121_forms.ts';
import { Idempotency } from './20261122_idempotency.ts';
import { Personas } from './20261121_personas.ts';
import { AnswerAccess } from './20261122_answer_access.ts';
import { AssetAccess } from './20261122_asset_access.ts';
import { ChatSources } from './20261122_chat_sources.ts';
import { FileAccess } from './20261122_file_access.ts';
import { ImageVariants } from './20261122_image_variants.ts';
import { RowAccess } from './20261122_row_access.ts';
import { TriggerVersions } from './20261122_trigger_versions.ts';
import { LinkHosts } from './20261122_link_hosts.ts';
import { MigrationList } from './20261122_migration_list.ts';
import { ToolConfirmation } from './20261122_tool_confirmation.ts';
import { Triggers } from './20261121_triggers.ts';
import { Videos } from './20261122_videos.ts';
import { WaitingJobs } from './20261122_waiting_jobs.ts';
import { WebhookTools } from './20261121_webhook_tools.ts';
import { SitePolicy } from './20261122_site_policy.ts';

/** In the order they run. A migration that has shipped is never edited. */
export const migrations = [
  { name: '20261121_foundation', class: Foundation },
  { name: '20261121_personas', class: Personas },
  { name: '20261121_forms', class: Forms },
  { name: '20261121_webhook_tools', class: WebhookTools },
  { name: '20261121_triggers', class: Triggers },
  { name: '20261121_chat', class: Chat },
  { name: '20261122_trigger_versions', class: TriggerVersions },
  { name: '20261121_assets', class: Assets },
  { name: '20261121_files', class: Files },
  { name: '20261122_file_access', class: FileAccess },
  { name: '20261122_asset_access', class: AssetAccess },
  { name: '20261122_chat_sources', class: ChatSources },
  { name: '20261122_waiting_jobs', class: WaitingJobs },
  { name: '20261122_tool_confirmation', class: ToolConfirmation },
  { name: '20261122_image_variants', class: ImageVariants },
  { name: '20261122_idempotency', class: Idempotency },
  { name: '20261122_link_hosts', class: LinkHosts },
  { name: '20261122_row_access', class: RowAccess },
  { name: '20261122_migration_list', class: MigrationList },
  { name: '20261122_answer_access', class: AnswerAccess },
  { name: '20261122_site_policy', class: SitePolicy },
  { name: '20261122_videos', class: Videos },
] as const;
