import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Deleted, deleted } from '../../graphql/deleted.ts';
import { PageInput } from '../../graphql/page-type.ts';
import { CreatePersonaInput, PersonaFilter, UpdatePersonaInput } from './persona.inputs.ts';
import type { PersonaService } from './persona.service.ts';
import { findTemplates } from './persona.templates.ts';
import { Persona, PersonaPage, PersonaTemplates } from './persona.types.ts';

@Resolver()
export class PersonaResolver {
  private readonly service: PersonaService;

  constructor(service: PersonaService) {
    this.service = service;
  }

  @Query(() => PersonaPage, {
    description: 'Personas, oldest first; 50 a page, at most 500, as many as a site may have.',
  })
  async personas(
    @Ctx() context: RequestContext,
    @Arg('filter', () => PersonaFilter, { nullable: true, description: 'Which personas; absent: all.' })
    filter: PersonaFilter | null,
    @Arg('page', () => PageInput, { nullable: true, description: 'Which part of the list.' }) page: PageInput | null,
  ): Promise<PersonaPage> {
    return this.service.list(context.viewer, filter ?? {}, page ?? {});
  }

  @Query(() => Persona, { description: 'One persona. NOT_FOUND for an unknown id or slug.' })
  async persona(
    @Ctx() context: RequestContext,
    @Arg('idOrSlug', () => ID, { description: 'Id or slug of the persona.' }) idOrSlug: string,
  ): Promise<Persona> {
    return this.service.get(context.viewer, idOrSlug);
  }

  @Query(() => PersonaTemplates, { description: 'Personas to start from. NOT_FOUND for an unknown id.' })
  personaTemplates(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { nullable: true, description: 'Only this template.' }) id: string | null,
    @Arg('category', () => String, { nullable: true, description: 'Only of this kind of application.' })
    category: string | null,
    @Arg('tags', () => [String], { nullable: true, description: 'Only with one of these tags.' }) tags: string[] | null,
  ): PersonaTemplates {
    // Templates are the same for all, but like everything they are asked for with a key.
    void context.viewer;
    return findTemplates({ id, category, tags });
  }

  @Mutation(() => Persona, {
    description:
      'Creates a persona. CONFLICT when the slug is taken; a new default persona takes the place of the former.',
  })
  async createPersona(
    @Ctx() context: RequestContext,
    @Arg('input', () => CreatePersonaInput, { description: 'The new persona.' }) input: CreatePersonaInput,
  ): Promise<Persona> {
    return this.service.create(context.viewer, input);
  }

  @Mutation(() => Persona, {
    description:
      'Changes a persona: what is absent stays, also within its nested parts; null takes the default. CONFLICT when the slug is taken.',
  })
  async updatePersona(
    @Ctx() context: RequestContext,
    @Arg('idOrSlug', () => ID, { description: 'Id or slug of the persona.' }) idOrSlug: string,
    @Arg('input', () => UpdatePersonaInput, { description: 'What to change.' }) input: UpdatePersonaInput,
  ): Promise<Persona> {
    return this.service.update(context.viewer, idOrSlug, input);
  }

  @Mutation(() => Deleted, { description: 'Deletes a persona; its sessions stay. NOT_FOUND when there is none.' })
  async deletePersona(
    @Ctx() context: RequestContext,
    @Arg('idOrSlug', () => ID, { description: 'Id or slug of the persona.' }) idOrSlug: string,
  ): Promise<Deleted> {
    return deleted(await this.service.delete(context.viewer, idOrSlug));
  }
}
