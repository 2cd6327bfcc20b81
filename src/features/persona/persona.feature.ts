import { defineFeature } from '../feature.ts';
import { PersonaEntity } from './persona.entity.ts';
import { PersonaResolver } from './persona.resolver.ts';
import { PersonaService } from './persona.service.ts';

export const personaFeature = defineFeature({
  entities: [PersonaEntity],
  resolvers: [PersonaResolver],
  create: () => {
    const personas = new PersonaService();
    return { services: { personas }, resolvers: [new PersonaResolver(personas)] };
  },
});
