import { activityTables } from './activity.ts';
import { agentTables } from './agent.ts';
import { assetTables } from './asset.ts';
import { assetUseTables } from './asset-use.ts';
import { collectionTables } from './collection.ts';
import { contentDraftTables } from './content-draft.ts';
import { contentHistoryTables } from './content-history.ts';
import { contentItem } from './content-item.ts';
import { contentListTables } from './content-list.ts';
import { contentTrash } from './content-trash.ts';
import { contentTypeTables } from './content-type.ts';
import { fileTables } from './file.ts';
import { formTables } from './form.ts';
import { idempotencyTables } from './idempotency.ts';
import { jobTables } from './job.ts';
import { knowledgeTables } from './knowledge.ts';
import { modelUsageTables } from './model-usage.ts';
import { personaTables } from './persona.ts';
import { savedViewTables } from './saved-view.ts';
import { siteTables } from './site.ts';
import { ACCESS_LEVEL_DOMAIN } from './sql/access-level.ts';
import { createTables } from './sql/statements.ts';
import { triggerTables } from './trigger.ts';
import { usageTables } from './usage.ts';
import { userTables } from './user.ts';
import { videoTables } from './video.ts';
import { webhookToolTables } from './webhook-tool.ts';
import { webhookTables } from './webhook.ts';

/**
 * The tables of the baseline, in the order of their foreign keys. As a migration that has shipped, they are never edited:
 * later migrations change them, and docs/database.md describes the result.
 */
export const TABLES = [
  ...siteTables,
  ...usageTables,
  ...userTables,
  ...contentTypeTables,
  ...collectionTables,
  ...assetTables,
  contentItem,
  contentTrash,
  ...contentListTables,
  ...contentHistoryTables,
  ...contentDraftTables,
  ...assetUseTables,
  ...knowledgeTables,
  ...fileTables,
  ...videoTables,
  ...jobTables,
  ...personaTables,
  ...triggerTables,
  ...webhookToolTables,
  ...agentTables,
  ...modelUsageTables,
  ...formTables,
  ...webhookTables,
  ...idempotencyTables,
  ...activityTables,
  ...savedViewTables,
];

/** The service owns no table, so that row-level security always applies to it. The table `migration` is older than the role. */
const SERVICE_ROLE = [
  `do $$ begin
    create role lectern_service nologin;
  exception when duplicate_object or unique_violation then null; end $$`,
  'grant lectern_service to current_user',
  'grant usage on schema public to lectern_service',
  'alter default privileges in schema public grant select, insert, update, delete on tables to lectern_service',
  'grant select on migration to lectern_service',
];

/** The statements that make the schema of a new database. Functions may name others that are created later. */
export function createSchema(): string[] {
  return [
    ...SERVICE_ROLE,
    'create extension if not exists pg_trgm',
    'create extension if not exists btree_gin',
    ACCESS_LEVEL_DOMAIN,
    'set local check_function_bodies = off',
    ...createTables(TABLES),
    'set local check_function_bodies = on',
  ];
}
