import { arrayLiteral } from '../columns.ts';
import { ACTOR_SETTING, CHAT_SESSION_SETTING, LEVELS_SETTING, SITE_SETTING, SUBSCRIPTIONS_SETTING } from './orm.ts';

/** Access of a scope to rows with an access level. */
export interface RowAccess {
  levels: readonly string[];
  /** A row of level subscription requires one of these; `'*'` allows all. */
  subscriptions: readonly string[] | '*';
  /** True if rows that are not published are included. */
  unpublished: boolean;
  /** True if the sources of drafts beside published items are included. Default false. */
  drafts?: boolean;
  /** The chat session being read: does not change which of its rows are visible, only makes it faster. */
  chatSessionId?: string;
}

/** Settings for row-level security: set on a connection before the statements of a scope. */
export class Session {
  /** Two sessions with the same text are equal. */
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;

  private readonly siteId: string;
  private readonly access: RowAccess | null;

  /**
   * @param access unset: all rows of the site
   * @param actor of a transaction that writes; reads have none, so that those of several callers can share a connection
   */
  constructor(siteId: string, access: RowAccess | null, actor = '') {
    this.siteId = siteId;
    this.access = access;
    const levels = access ? formatLevels(access) : ALL_ROWS;
    const slugs = access && access.subscriptions !== '*' ? access.subscriptions : [];
    // Slugs come from tokens. One with U+0000 cannot be stored in a setting and matches no row.
    const subscriptions = arrayLiteral(slugs.filter((slug) => !slug.includes('\0')));
    const chatSession = access?.chatSessionId ?? '';
    this.variables = {
      [SITE_SETTING]: siteId,
      [LEVELS_SETTING]: levels,
      [SUBSCRIPTIONS_SETTING]: subscriptions,
      [CHAT_SESSION_SETTING]: chatSession,
      [ACTOR_SETTING]: actor.replaceAll('\0', ''),
    };
    this.text = `${siteId} ${levels} ${chatSession} ${subscriptions} ${actor}`;
  }

  /** The same for writing: what is changed is logged as done by the actor. */
  withActor(actor: string): Session {
    return new Session(this.siteId, this.access, actor);
  }
}

/** One statement, so that the settings change together. */
export const SET_SESSION = setSession(false);
/** Sets the session until the end of the transaction. */
export const SET_SESSION_OF_TRANSACTION = setSession(true);

function setSession(isLocal: boolean): string {
  const settings = [SITE_SETTING, LEVELS_SETTING, SUBSCRIPTIONS_SETTING, CHAT_SESSION_SETTING, ACTOR_SETTING];
  return `select ${settings.map((setting, index) => `set_config('${setting}', $${index + 1}, ${isLocal})`).join(', ')}`;
}

/** All levels, in the format that the policies compare. */
const ALL_ROWS = '{*}';

function formatLevels({ levels, subscriptions, unpublished, drafts }: RowAccess): string {
  const all = new Set([...levels, ...(subscriptions === '*' ? ['subscription'] : [])]);
  // A setting of its own would be one more to compare and to set.
  return `{${[...all, ...(unpublished ? ['unpublished'] : []), ...(drafts ? ['drafts'] : [])].join(',')}}`;
}
