import { Values, columns } from '../../database/columns.ts';
import type { ScopeTransaction } from '../../database/database.ts';
import { notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { type Page, type PageRequest, type Sort, pageBounds, readPage } from '../../shared/pagination.ts';
import type { Viewer } from '../access/viewer.ts';
import { PersonaEntity } from './persona.entity.ts';
import type { PersonaEntityRow } from './persona.entity.ts';
import type { CreatePersonaInput, PersonaFilter, UpdatePersonaInput } from './persona.inputs.ts';
import { checkPersona } from './persona.rules.ts';
import { MOST_PERSONAS, freeSlug, holdPersonas, refuseTakenSlug, refuseTooMany } from './persona.slug.ts';
import type { Persona } from './persona.types.ts';
import { changedValues, createdValues } from './persona.values.ts';

const COLUMNS = columns('p', [
  ...['id', 'name', 'slug', 'systemPrompt', 'description', 'avatar', 'isDefault', 'appType', 'capabilityTier'],
  ...['expertise', 'voice', 'behavior', 'videoConfig', 'catalogConfig', 'sdkResponseConfig', 'welcomeMessage'],
  ...['suggestedQuestions', 'status', 'createdAt', 'updatedAt'],
]);
const OLDEST_FIRST: Sort = { expression: 'p.created_at', direction: 'asc', type: 'timestamptz', nullable: false };
const SIZES = { standard: 50, most: MOST_PERSONAS };

export class PersonaService {
  async list(viewer: Viewer, filter: PersonaFilter, page: PageRequest): Promise<Page<Persona>> {
    const bounds = pageBounds(page, SIZES);
    const values = new Values();
    const where = [`p.site_id = ${values.add(viewer.site.id)}`];
    if (filter.status) where.push(`p.status = ${values.add(filter.status)}`);
    return readPage<Persona, Persona>(viewer.scope, bounds, {
      columns: COLUMNS,
      table: 'persona p',
      where,
      values,
      sort: OLDEST_FIRST,
      shown: (row) => row,
      sortValue: (persona) => persona.createdAt,
    });
  }

  async get(viewer: Viewer, idOrSlug: string): Promise<Persona> {
    const persona = await viewer.scope.row<Persona>(
      `select ${COLUMNS} from persona p where p.site_id = $1 and ${isId(idOrSlug) ? 'p.id = $2' : 'p.slug = $2'}`,
      [viewer.site.id, idOrSlug],
    );
    if (!persona) throw notFound('Persona');
    return persona;
  }

  /** Who answers: the persona named, which must be active, else the site's default one, else null. */
  async forChat(viewer: Viewer, idOrSlug: string | null | undefined): Promise<Persona | null> {
    if (idOrSlug) {
      const persona = await this.get(viewer, idOrSlug);
      if (persona.status !== 'active') throw notFound('Persona');
      return persona;
    }
    return viewer.scope.row<Persona>(
      `select ${COLUMNS} from persona p where p.site_id = $1 and p.is_default and p.status = 'active'`,
      [viewer.site.id],
    );
  }

  async create(viewer: Viewer, input: CreatePersonaInput): Promise<Persona> {
    const checks = checkPersona(input);
    checks.required('name', input.name);
    checks.required('systemPrompt', input.systemPrompt);
    checks.refuse();
    const id = newId();
    await viewer.scope.write(async (tx) => {
      await holdPersonas(tx);
      await refuseTooMany(tx);
      const slug = await chooseSlug(tx, id, input.slug, input.name);
      if (input.isDefault) await unsetDefault(tx, id);
      tx.em.create(PersonaEntity, { id, siteId: tx.siteId, slug, ...createdValues(input) });
    });
    return this.get(viewer, id);
  }

  async update(viewer: Viewer, idOrSlug: string, input: UpdatePersonaInput): Promise<Persona> {
    const checks = checkPersona(input);
    checks.notEmptied('name', input.name);
    checks.notEmptied('systemPrompt', input.systemPrompt);
    checks.refuse();
    const id = await viewer.scope.write(async (tx) => {
      await holdPersonas(tx);
      const persona = await find(tx, idOrSlug);
      if (input.slug !== undefined) {
        persona.slug = await chooseSlug(tx, persona.id, input.slug, input.name ?? persona.name);
      }
      if (input.isDefault) await unsetDefault(tx, persona.id);
      Object.assign(persona, changedValues(persona, input));
      return persona.id;
    });
    return this.get(viewer, id);
  }

  /** Answers the id. */
  async delete(viewer: Viewer, idOrSlug: string): Promise<string> {
    return viewer.scope.write(async (tx) => {
      await holdPersonas(tx);
      const persona = await find(tx, idOrSlug);
      tx.em.remove(persona);
      return persona.id;
    });
  }
}

async function find(tx: ScopeTransaction, idOrSlug: string): Promise<PersonaEntityRow> {
  const persona = await tx.em.findOne(PersonaEntity, isId(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug });
  if (!persona) throw notFound('Persona');
  return persona;
}

/** The slug that was asked for, which must be free, or one made from the name. */
async function chooseSlug(
  tx: ScopeTransaction,
  id: string,
  wanted: string | null | undefined,
  name: string,
): Promise<string> {
  if (!wanted) return freeSlug(tx, name, id);
  await refuseTakenSlug(tx, wanted, id);
  return wanted;
}

/** One default persona per site: setting another unsets the first. */
async function unsetDefault(tx: ScopeTransaction, butOf: string): Promise<void> {
  await tx.rows(
    'update persona set is_default = false, updated_at = now() where is_default and site_id = $1 and id <> $2',
    [tx.siteId, butOf],
  );
}
