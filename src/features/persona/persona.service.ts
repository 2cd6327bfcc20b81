import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { Values, columns } from '../../database/columns.ts';
import type { ScopeTransaction } from '../../database/database.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import {
  type Page,
  type PageRequest,
  type Sort,
  behind,
  orderBy,
  pageBounds,
  toPage,
} from '../../shared/pagination.ts';
import { numbered, slugify } from '../../shared/slug.ts';
import type { Viewer } from '../access/viewer.ts';
import { DEFAULT_BEHAVIOR, DEFAULT_SDK_RESPONSE_CONFIG, DEFAULT_VOICE } from './persona.config.ts';
import { PersonaEntity } from './persona.entity.ts';
import type { PersonaEntityRow } from './persona.entity.ts';
import type { CreatePersonaInput, PersonaFilter, UpdatePersonaInput } from './persona.inputs.ts';
import { checkPersona } from './persona.rules.ts';
import type { Persona } from './persona.types.ts';

const COLUMNS = columns('p', [
  ...['id', 'name', 'slug', 'systemPrompt', 'description', 'avatar', 'isDefault', 'appType', 'capabilityTier'],
  ...['expertise', 'voice', 'behavior', 'videoConfig', 'catalogConfig', 'sdkResponseConfig', 'welcomeMessage'],
  ...['suggestedQuestions', 'status', 'createdAt', 'updatedAt'],
]);
const OLDEST_FIRST: Sort = { expression: 'p.created_at', direction: 'asc', type: 'timestamptz', nullable: false };
const SIZES = { standard: 50, most: 500 };
const SLUG_ATTEMPTS = 5;

export class PersonaService {
  async list(viewer: Viewer, filter: PersonaFilter, page: PageRequest): Promise<Page<Persona>> {
    const bounds = pageBounds(page, SIZES);
    const values = new Values();
    const where = [`p.site_id = ${values.add(viewer.site.id)}`];
    if (filter.status) where.push(`p.status = ${values.add(filter.status)}`);
    const [count] = await viewer.scope.rows<{ total: number }>(
      `select count(*)::int as total from persona p where ${where.join(' and ')}`,
      values.list,
    );
    if (bounds.after) where.push(behind(bounds.after, OLDEST_FIRST, 'p.id', values));
    const rows = await viewer.scope.rows<Persona>(
      `select ${COLUMNS} from persona p where ${where.join(' and ')} order by ${orderBy(OLDEST_FIRST, 'p.id')}
       limit ${values.add(bounds.limit + 1)} offset ${values.add(bounds.offset)}`,
      values.list,
    );
    return toPage(rows, count?.total ?? 0, bounds, (persona) => persona.createdAt);
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
    const wanted = input.slug ?? slugify(input.name, 'persona');
    for (let attempt = 1; ; attempt++) {
      const slug = attempt === 1 ? wanted : numbered(wanted, attempt);
      try {
        await viewer.scope.write((tx) => insert(tx, id, slug, input));
        return await this.get(viewer, id);
      } catch (error) {
        // A slug made from the name gives way to one that is taken; a slug that was asked for does not.
        if (!(error instanceof UniqueConstraintViolationException)) throw error;
        if (input.slug || attempt >= SLUG_ATTEMPTS) throw conflict('Persona with this slug already exists');
      }
    }
  }

  async update(viewer: Viewer, idOrSlug: string, input: UpdatePersonaInput): Promise<Persona> {
    const checks = checkPersona(input);
    checks.notEmptied('name', input.name);
    checks.notEmptied('systemPrompt', input.systemPrompt);
    checks.refuse();
    try {
      const id = await viewer.scope.write(async (tx) => {
        const persona = await find(tx, idOrSlug);
        if (input.isDefault === true) await unsetDefault(tx);
        Object.assign(persona, changes(persona, input));
        return persona.id;
      });
      return await this.get(viewer, id);
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      throw conflict('Persona with this slug already exists');
    }
  }

  /** Answers the id. */
  async delete(viewer: Viewer, idOrSlug: string): Promise<string> {
    return viewer.scope.write(async (tx) => {
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

async function insert(tx: ScopeTransaction, id: string, slug: string, input: CreatePersonaInput): Promise<void> {
  if (input.isDefault) await unsetDefault(tx);
  tx.em.create(PersonaEntity, {
    id,
    siteId: tx.siteId,
    name: input.name,
    slug,
    systemPrompt: input.systemPrompt,
    description: input.description ?? null,
    avatar: input.avatar ?? null,
    isDefault: input.isDefault ?? false,
    appType: input.appType ?? 'general',
    capabilityTier: input.capabilityTier ?? 'smart',
    expertise: input.expertise ?? [],
    voice: { ...DEFAULT_VOICE, ...given(input.voice) },
    behavior: { ...DEFAULT_BEHAVIOR, ...given(input.behavior) },
    videoConfig: input.videoConfig ? given(input.videoConfig) : null,
    catalogConfig: input.catalogConfig ? given(input.catalogConfig) : null,
    sdkResponseConfig: { ...DEFAULT_SDK_RESPONSE_CONFIG, ...given(input.sdkResponseConfig) },
    welcomeMessage: input.welcomeMessage ?? null,
    suggestedQuestions: input.suggestedQuestions ?? [],
    status: input.status ?? 'active',
  });
}

/** One default persona per site: setting another unsets the first. */
async function unsetDefault(tx: ScopeTransaction): Promise<void> {
  await tx.rows('update persona set is_default = false, updated_at = now() where is_default and site_id = $1', [
    tx.siteId,
  ]);
}

/** What an update changes: absent keeps, null clears or takes the default again, nested parts are merged. */
function changes(persona: PersonaEntityRow, input: UpdatePersonaInput): Partial<PersonaEntityRow> {
  const plain: Partial<PersonaEntityRow> = {
    name: input.name ?? persona.name,
    systemPrompt: input.systemPrompt ?? persona.systemPrompt,
    slug: input.slug === undefined ? persona.slug : (input.slug ?? slugify(input.name ?? persona.name, 'persona')),
    isDefault: input.isDefault === undefined ? persona.isDefault : (input.isDefault ?? false),
    appType: input.appType === undefined ? persona.appType : (input.appType ?? 'general'),
    capabilityTier: input.capabilityTier === undefined ? persona.capabilityTier : (input.capabilityTier ?? 'smart'),
    expertise: input.expertise === undefined ? persona.expertise : (input.expertise ?? []),
    suggestedQuestions:
      input.suggestedQuestions === undefined ? persona.suggestedQuestions : (input.suggestedQuestions ?? []),
    status: input.status ?? persona.status,
    voice: merged(persona.voice, input.voice, DEFAULT_VOICE),
    behavior: merged(persona.behavior, input.behavior, DEFAULT_BEHAVIOR),
    sdkResponseConfig: merged(persona.sdkResponseConfig, input.sdkResponseConfig, DEFAULT_SDK_RESPONSE_CONFIG),
    videoConfig: input.videoConfig === null ? null : mergedPart(persona.videoConfig, input.videoConfig),
    catalogConfig: input.catalogConfig === null ? null : mergedPart(persona.catalogConfig, input.catalogConfig),
  };
  for (const property of ['description', 'avatar', 'welcomeMessage'] as const) {
    if (input[property] !== undefined) plain[property] = input[property];
  }
  return plain;
}

/** Absent options stay, null ones take their default again (or go, where there is none). */
function merged<T extends object>(current: T, input: object | null | undefined, defaults: T): T {
  if (input === undefined) return current;
  if (input === null) return defaults;
  const cleared = Object.entries(input).filter(([, value]) => value === null);
  const reset = Object.fromEntries(cleared.map(([name]) => [name, defaults[name as keyof T]]));
  return given({ ...current, ...reset, ...given(input) });
}

function mergedPart<T extends object>(current: T | null | undefined, input: object | null | undefined): T | null {
  return input ? given({ ...current, ...(input as T) }) : (current ?? null);
}

/** The options that have a value. */
function given<T extends object>(options: object | null | undefined): T {
  const entries = Object.entries(options ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries) as T;
}
