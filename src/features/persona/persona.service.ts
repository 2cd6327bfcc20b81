import type { ScopeTransaction } from '../../database/database.ts';
import { type ExpectedRevision, findForUpdate } from '../../database/revision.ts';
import { table } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { assertBelowLimit, freeSlug, takenSlugs } from '../../database/writes.ts';
import { fieldConflict, notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../database/pagination.ts';
import { patch, withDefaults } from '../../shared/patch.ts';
import { SITE_MAXIMA } from '../../shared/site-limits.ts';
import { slugify } from '../../text/slug.ts';
import type { Viewer } from '../../access/viewer.ts';
import { MERGED_FIELDS, PERSONA_DEFAULTS, PersonaEntity, type PersonaEntityRow } from './persona.entity.ts';
import { CreatePersonaInput, type PersonaFilter, UpdatePersonaInput } from './persona.inputs.ts';
import { checkPersona, isReserved } from './persona.rules.ts';
import type { Persona } from './persona.types.ts';

/** The lock of a site's personas: a write of one may depend on the slugs, the default and the number of the others. */
const PERSONAS = 'persona';

/** Maximum number of personas: one page of the list, because the REST list has no pages. */
const MAX_PERSONAS = SITE_MAXIMA.personas;
export const PERSONA_PAGES = { default: 50, max: MAX_PERSONAS };

const personas = table(PersonaEntity, 'p', { omit: ['siteId'] });
const { c } = personas;
const FIND_BY_ID = personas.select(`where ${c.siteId} = $1 and ${c.id} = $2`);
const FIND_BY_SLUG = personas.select(`where ${c.siteId} = $1 and ${c.slug} = $2`);
const ACTIVE_DEFAULT = personas.select(`where ${c.siteId} = $1 and ${c.isDefault} and ${c.status} = 'active'`);

const OLDEST_FIRST: Sort = { expression: c.createdAt, direction: 'asc', type: 'timestamptz', nullable: false };

export async function listPersonas(viewer: Viewer, filter: PersonaFilter, page: PageRequest): Promise<Page<Persona>> {
  return readPage(viewer.scope, page, {
    table: personas,
    where: new Where().equal(c.siteId, viewer.site.id).equal(c.status, filter.status),
    sort: OLDEST_FIRST,
    sizes: PERSONA_PAGES,
    toItem: (row) => row,
    sortValue: (persona) => persona.createdAt,
  });
}

export async function getPersona(viewer: Viewer, idOrSlug: string): Promise<Persona> {
  const persona = await viewer.scope.row(isId(idOrSlug) ? FIND_BY_ID : FIND_BY_SLUG, [viewer.site.id, idOrSlug]);
  if (!persona) throw notFound('Persona');
  return persona;
}

/** Finds the requested persona, which must be active; otherwise the site's active default; otherwise null. */
export async function findChatPersona(viewer: Viewer, idOrSlug: string | null | undefined): Promise<Persona | null> {
  if (!idOrSlug) return viewer.scope.row(ACTIVE_DEFAULT, [viewer.site.id]);
  const persona = await getPersona(viewer, idOrSlug);
  if (persona.status !== 'active') throw notFound('Persona');
  return persona;
}

export async function createPersona(viewer: Viewer, input: CreatePersonaInput): Promise<Persona> {
  checkPersona(CreatePersonaInput, input).throwIfInvalid();
  const id = newId();
  await viewer.scope.write(async (tx) => {
    await tx.lock(PERSONAS);
    await assertBelowLimit(tx, PersonaEntity, MAX_PERSONAS, 'personas');
    const { slug, name, systemPrompt, ...values } = input;
    if (input.isDefault) await unsetDefault(tx, id);
    tx.em.create(PersonaEntity, {
      ...withDefaults(PERSONA_DEFAULTS, values, { merge: MERGED_FIELDS }),
      id,
      siteId: tx.siteId,
      name,
      systemPrompt,
      slug: await chooseSlug(tx, id, slug, name),
    });
  });
  return getPersona(viewer, id);
}

export async function updatePersona(
  viewer: Viewer,
  idOrSlug: string,
  input: UpdatePersonaInput,
  expected?: ExpectedRevision,
): Promise<Persona> {
  checkPersona(UpdatePersonaInput, input).throwIfInvalid();
  const id = await viewer.scope.write(async (tx) => {
    await tx.lock(PERSONAS);
    const persona = await find(tx, idOrSlug, expected);
    const { slug, ...values } = input;
    if (slug !== undefined) persona.slug = await chooseSlug(tx, persona.id, slug, input.name ?? persona.name);
    if (input.isDefault) await unsetDefault(tx, persona.id);
    Object.assign(persona, patch(persona, values, PERSONA_DEFAULTS, { merge: MERGED_FIELDS }));
    return persona.id;
  });
  return getPersona(viewer, id);
}

/** Deletes a persona and returns its id. */
export async function deletePersona(viewer: Viewer, idOrSlug: string, expected?: ExpectedRevision): Promise<string> {
  return viewer.scope.write(async (tx) => {
    await tx.lock(PERSONAS);
    const persona = await find(tx, idOrSlug, expected);
    tx.em.remove(persona);
    return persona.id;
  });
}

function find(tx: ScopeTransaction, idOrSlug: string, expected: ExpectedRevision): Promise<PersonaEntityRow> {
  const key = isId(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug };
  return findForUpdate(tx, PersonaEntity, key, { resource: 'Persona', expected });
}

/** Returns the requested slug, which must be free, or one generated from the name. */
async function chooseSlug(
  tx: ScopeTransaction,
  own: string,
  requested: string | null | undefined,
  name: string,
): Promise<string> {
  if (!requested) {
    return freeSlug(tx, PersonaEntity, slugify(name, 'persona'), { own, isAllowed: (slug) => !isReserved(slug) });
  }
  const usedSlugs = await takenSlugs(tx, PersonaEntity, [requested], { own });
  if (usedSlugs.size > 0) throw fieldConflict('slug', 'Persona with this slug already exists');
  return requested;
}

/** One default persona per site: setting another one unsets the first. */
async function unsetDefault(tx: ScopeTransaction, except: string): Promise<void> {
  await tx.rows(
    'update persona set is_default = false, updated_at = now() where is_default and site_id = $1 and id <> $2',
    [tx.siteId, except],
  );
}
