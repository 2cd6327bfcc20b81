import { CHAT_SESSION_SETTING, LEVELS_SETTING, SITE_SETTING, SUBSCRIPTIONS_SETTING } from './orm.ts';

/** Which rows that have an access level a scope has. */
export interface RowAccess {
  levels: readonly string[];
  /** Of which a row at level subscription needs one; `'*'`: none is asked for. */
  subscriptions: readonly string[] | '*';
  /** The chat session to be read: the same of its rows are there, found faster. */
  chatSessionId?: string;
}

/** What row-level security reads: set on a connection before a scope's statements. */
export class Session {
  /** Two sessions of equal text are equal. */
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;

  /** @param access none: all rows of the site */
  constructor(siteId: string, access: RowAccess | null) {
    const levels = access ? levelsOf(access) : ALL_ROWS;
    const subscriptions = access && access.subscriptions !== '*' ? arrayLiteral(access.subscriptions) : '{}';
    const chatSession = access?.chatSessionId ?? '';
    this.variables = {
      [SITE_SETTING]: siteId,
      [LEVELS_SETTING]: levels,
      [SUBSCRIPTIONS_SETTING]: subscriptions,
      [CHAT_SESSION_SETTING]: chatSession,
    };
    this.text = `${siteId} ${levels} ${chatSession} ${subscriptions}`;
  }
}

/** One statement, so that the settings change together. */
export const SET_SESSION = setSession(false);
/** Until the transaction ends. */
export const SET_SESSION_OF_TRANSACTION = setSession(true);

function setSession(isLocal: boolean): string {
  const settings = [SITE_SETTING, LEVELS_SETTING, SUBSCRIPTIONS_SETTING, CHAT_SESSION_SETTING];
  return `select ${settings.map((setting, index) => `set_config('${setting}', $${index + 1}, ${isLocal})`).join(', ')}`;
}

/** As the policies compare it. */
const ALL_ROWS = '{*}';

function levelsOf({ levels, subscriptions }: RowAccess): string {
  return `{${[...levels, ...(subscriptions === '*' ? ['subscription'] : [])].join(',')}}`;
}

/** Slugs come from tokens: every element is quoted. U+0000 fits into no setting, and no row has a slug with one. */
function arrayLiteral(values: readonly string[]): string {
  const fit = values.filter((value) => !value.includes('\0'));
  return `{${fit.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
}
