import { defineFeature } from '../feature.ts';
import { type AuthenticationDependencies, AuthenticationService } from './authentication.service.ts';
import { ViewerResolver } from './viewer.resolver.ts';

export const accessFeature = defineFeature({
  resolvers: [ViewerResolver],
  create: (dependencies: AuthenticationDependencies) => ({
    services: { authentication: new AuthenticationService(dependencies) },
    resolvers: [new ViewerResolver()],
  }),
});
