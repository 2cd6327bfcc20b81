import { ADMIN } from './classification.admin.ts';
import { CALLER } from './classification.callers.ts';
import { GUARDED_CONTENT } from './classification.guarded-content.ts';
import { GUARDED_KNOWLEDGE } from './classification.guarded-knowledge.ts';
import { PARTS } from './classification.parts.ts';
import { SITE_AGENT } from './classification.site-agent.ts';
import { SITE_CONTENT } from './classification.site-content.ts';
import { WRITTEN } from './classification.writes.ts';

/**
 * Who may have what comes out of each field of the schema.
 * `guarded`: decided by the access rule for the very thing. `whole`: a part of a thing, which is given only where that is.
 * `site`: every caller with a key of the site. `caller`: what the caller said or is. `admin`: the admin key alone.
 * `written`: of a write, to who may write; `docs/access.md` says what keys without `read` get.
 */
export type Rule = 'guarded' | 'whole' | 'site' | 'caller' | 'admin' | 'written';

/** By type: the rule for its fields, and their names. */
export const TYPES: ReadonlyMap<string, readonly [Rule, readonly string[]]> = typesOf([
  ['guarded', GUARDED_CONTENT],
  ['guarded', GUARDED_KNOWLEDGE],
  ['site', SITE_AGENT],
  ['site', SITE_CONTENT],
  ['admin', ADMIN],
  ['whole', PARTS],
  ['caller', CALLER],
  ['written', WRITTEN],
]);

/** @param texts the names of the fields of a type, one per line, so that additions to one type seldom conflict */
function typesOf(texts: readonly (readonly [Rule, Readonly<Record<string, string>>])[]) {
  const types = new Map<string, readonly [Rule, readonly string[]]>();
  for (const [rule, fields] of texts) {
    for (const [type, names] of Object.entries(fields)) {
      if (types.has(type)) throw new Error(`${type} is classified twice`);
      types.set(type, [rule, names.trim().split(/\s+/).toSorted()]);
    }
  }
  return types;
}
