import { defineFeature } from '../feature.ts';
import { PersonaEntity } from './persona.entity.ts';
import { PersonaResolver } from './persona.resolver.ts';

export const personaFeature = defineFeature({
  entities: [PersonaEntity],
  resolvers: [PersonaResolver],
  create: () => ({ services: {}, resolvers: [new PersonaResolver()] }),
});
