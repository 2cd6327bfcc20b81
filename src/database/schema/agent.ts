import { accessLevel } from './sql/access-level.ts';
import { SESSION_SITE, allowsPublication, allowsRow, allowsText } from './sql/row-security.ts';
import type { TableSchema } from './sql/table-schema.ts';
import { webhookTrigger } from './sql/webhook-trigger.ts';

const CHAT_SESSION = `(select nullif(current_setting('lectern.chat_session', true), '')::uuid)`;

/**
 * A source is readable at its present level, at the level of its text, and at the one that its text had when the turn was
 * given it, as text may move between sources. A deleted source is not readable. Turns that were given a source that was not
 * published then, or is not now, are read only with drafts. The policies of the source apply, too.
 */
const IS_HIDDEN = `x.given and not (${allowsRow('x')} and ${allowsPublication('x.published')}
  and exists (select from knowledge_source s
    where s.id = x.source_id and s.generation is not null and ${allowsText('s')}
      and (s.published and s.text_published or not x.published)))`;

/**
 * What the row was made from is known, and each source that a model was given is readable now. For rows of the session that
 * the scope names, the turns with an unreadable source are found once for a statement: turns have the turns before them, so
 * that asking for each row takes time with the square of the turns. A context never reaches beyond its session.
 */
function allowsContext(row: string): string {
  return `${row}.context_turns is not null and case when ${row}.session_id = ${CHAT_SESSION}
    then not ${row}.context_turns && (select array(
      select distinct x.turn_id from chat_turn t join chat_turn_source x on x.turn_id = t.id
      where t.session_id = ${CHAT_SESSION} and ${IS_HIDDEN}))::uuid[]
    else not exists (select from chat_turn_source x where x.turn_id = any (${row}.context_turns) and ${IS_HIDDEN}) end`;
}

/**
 * Row-level security does not let an index search for a part of a text, as an operator might tell of rows that it hides. So
 * the owner of the table searches, in the site of the session alone.
 */
const findChatSessions = `create function chat_sessions_with(pattern text) returns table (id uuid)
  language sql stable security definer rows 100 set search_path = public, pg_temp as $$
    select distinct t.session_id from chat_turn t
    where t.site_id = ${SESSION_SITE}
      and t.message_folded like pattern
$$`;

const queueWebhooks = `create function queue_chat_turn_webhooks() returns trigger language plpgsql as $$
  declare begin
    perform queue_webhook(new.site_id, 'chat.unanswered', new.id,
      jsonb_build_object('messageId', new.id));
    return null;
  end $$`;

/** Chat sessions with their turns and answers, and what these were made from. */
export const agentTables: readonly TableSchema[] = [
  {
    name: 'chat_session',
    purpose: 'Chat sessions. Who deletes one is logged; what visitors say is no activity.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      key text not null,
      user_id text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint chat_session_key unique (site_id, key)`,
    indexes: [
      'create index on chat_session (site_id, updated_at desc, id desc)',
    ],
    activity: { resource: 'chat_session', title: 'r.key', conditions: { insert: null, update: null } },
  },
  {
    name: 'chat_turn',
    purpose: 'Turns of chat sessions, with what every reader of the session may read of the answers.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      session_id uuid not null references chat_session on delete cascade,
      message text not null,
      persona_id uuid,
      created_at timestamptz not null,
      has_outside_text boolean not null,
      redacted_answer jsonb not null,
      redacted_trace jsonb,
      is_unanswered boolean not null default false,
      has_failed_tool boolean not null default false,
      message_folded text collate "C" not null default ''`,
    indexes: [
      'create index on chat_turn (session_id, created_at, id)',
      'create index on chat_turn (site_id)',
      'create index on chat_turn (created_at) where redacted_trace is not null',
      'create index on chat_turn (site_id, session_id) where is_unanswered',
      'create index on chat_turn (site_id, session_id) where has_failed_tool',
      'create index on chat_turn (site_id, persona_id, session_id)',
      'create index on chat_turn using gin (site_id, message_folded gin_trgm_ops)',
    ],
    usage: { chat_turn: '1' },
    triggers: [webhookTrigger('chat_turn', 'after insert', 'new.is_unanswered')],
    functions: [findChatSessions, queueWebhooks],
  },
  {
    name: 'chat_turn_source',
    purpose: `The sources that each turn was given, with the access level that their text had then. Sources are no foreign
      keys: a row that outlives its source is what withholds the turn.`,
    columns: `
      turn_id uuid not null references chat_turn on delete cascade,
      site_id uuid not null references site on delete cascade,
      source_id uuid not null,
      access_level text not null ${accessLevel('access_level')},
      required_subscriptions text[] not null,
      given boolean not null,
      published boolean not null default true,
      primary key (turn_id, source_id)`,
    indexes: [
      'create index on chat_turn_source (site_id)',
    ],
  },
  {
    name: 'chat_answer',
    purpose: `What a model wrote, and how. \`context_turns\` are the turn itself and every turn whose text was in its context;
      null is unknown, so hidden.`,
    columns: `
      turn_id uuid primary key references chat_turn on delete cascade,
      session_id uuid not null references chat_session on delete cascade,
      site_id uuid not null references site on delete cascade,
      answer jsonb not null,
      trace jsonb,
      context_turns uuid[]`,
    indexes: [
      'create index on chat_answer (session_id)',
      'create index on chat_answer (site_id)',
    ],
    access: allowsContext('chat_answer'),
  },
  {
    name: 'chat_summary',
    purpose: 'Summaries of the earlier turns of long chat sessions.',
    columns: `
      session_id uuid primary key references chat_session on delete cascade,
      site_id uuid not null references site on delete cascade,
      summary text not null,
      summarised_turns integer not null,
      context_turns uuid[]`,
    indexes: [
      'create index on chat_summary (site_id)',
    ],
    access: allowsContext('chat_summary'),
  },
  {
    name: 'chat_confirmation',
    purpose: 'Calls of webhook tools that wait for the confirmation of a visitor.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      session_id uuid not null references chat_session on delete cascade,
      token_hash text not null unique,
      user_id text,
      tool_id uuid not null references webhook_tool on delete cascade,
      tool_name text not null,
      tool_updated_at timestamptz not null,
      input jsonb not null,
      expires_at timestamptz not null`,
    indexes: [
      'create index on chat_confirmation (site_id)',
      'create index on chat_confirmation (session_id)',
      'create index on chat_confirmation (tool_id)',
      'create index on chat_confirmation (expires_at)',
    ],
  },
  {
    name: 'chat_feedback',
    purpose: 'Ratings of answers, one for each turn.',
    columns: `
      turn_id uuid primary key references chat_turn on delete cascade,
      session_id uuid not null references chat_session on delete cascade,
      site_id uuid not null references site on delete cascade,
      rating text not null check (rating in ('up', 'down')),
      comment text,
      created_at timestamptz not null,
      updated_at timestamptz not null`,
    indexes: [
      'create index on chat_feedback (session_id)',
      'create index on chat_feedback (site_id, rating, session_id)',
    ],
  },
];
