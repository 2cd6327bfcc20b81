import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { FilterArg, InputArg, PageArg } from '../../api/args.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost, pageCost } from '../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../api/deletion-result.ts';
import type { PageInput } from '../../api/page.types.ts';
import { ExpectedRevisionArg } from '../../api/resource.types.ts';
import { Scope } from '../../api/scope.ts';
import { CreatePersonaInput, PersonaFilter, UpdatePersonaInput } from './persona.inputs.ts';
import {
  PERSONA_PAGES,
  createPersona,
  deletePersona,
  getPersona,
  listPersonas,
  updatePersona,
} from './persona.service.ts';
import { findTemplates } from './persona.templates.ts';
import { Persona, PersonaPage, PersonaTemplates } from './persona.types.ts';

@Resolver()
export class PersonaResolver {
  @Scope('read')
  @Cost(pageCost(PERSONA_PAGES))
  @Query(() => PersonaPage, {
    description: 'Personas, oldest first. Page size: default 50, maximum 500, which is also the maximum per site.',
  })
  async personas(
    @Ctx() context: RequestContext,
    @FilterArg(PersonaFilter, 'all personas') filter: PersonaFilter | null,
    @PageArg() page: PageInput | null,
  ): Promise<PersonaPage> {
    return listPersonas(context.viewer, filter ?? {}, page ?? {});
  }

  @Scope('read')
  @Query(() => Persona, { description: 'A persona. NOT_FOUND for an unknown id or slug.' })
  async persona(
    @Ctx() context: RequestContext,
    @Arg('idOrSlug', () => ID, { description: 'Id or slug of the persona.' }) idOrSlug: string,
  ): Promise<Persona> {
    return getPersona(context.viewer, idOrSlug);
  }

  @Scope('read')
  @Query(() => PersonaTemplates, { description: 'Templates for new personas. NOT_FOUND for an unknown id.' })
  personaTemplates(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { nullable: true, description: 'Id of a template.' }) id: string | null,
    @Arg('category', () => String, { nullable: true, description: 'Kind of application.' }) category: string | null,
    @Arg('tags', () => [String], { nullable: true, description: 'Tags, one of which must match.' }) tags:
      | string[]
      | null,
  ): PersonaTemplates {
    // Templates are the same for all sites, but a key is required.
    void context.viewer;
    return findTemplates({ id, category, tags });
  }

  @Scope('write')
  @Mutation(() => Persona, {
    description:
      'Creates a persona. CONFLICT if the slug is already used. A new default persona replaces the previous default.',
  })
  async createPersona(
    @Ctx() context: RequestContext,
    @InputArg(CreatePersonaInput, 'The new persona.', { collects: true }) input: CreatePersonaInput,
  ): Promise<Persona> {
    return createPersona(context.viewer, input);
  }

  @Scope('write')
  @Mutation(() => Persona, {
    description:
      'Updates a persona. Omitted fields, nested ones as well, keep their value; null restores the default. CONFLICT if the slug is already used.',
  })
  async updatePersona(
    @Ctx() context: RequestContext,
    @Arg('idOrSlug', () => ID, { description: 'Id or slug of the persona.' }) idOrSlug: string,
    @InputArg(UpdatePersonaInput, 'Fields to change.', { collects: true }) input: UpdatePersonaInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<Persona> {
    return updatePersona(context.viewer, idOrSlug, input, expectedRevision);
  }

  @Scope('write')
  @Mutation(() => DeletionResult, {
    description: 'Deletes a persona. Its sessions are kept. NOT_FOUND for an unknown id or slug.',
  })
  async deletePersona(
    @Ctx() context: RequestContext,
    @Arg('idOrSlug', () => ID, { description: 'Id or slug of the persona.' }) idOrSlug: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<DeletionResult> {
    return toDeletionResult(await deletePersona(context.viewer, idOrSlug, expectedRevision));
  }
}
