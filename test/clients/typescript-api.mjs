/**
 * openapi-typescript prints its types with the compiler API of TypeScript, which TypeScript 7 does not have yet: it gets the
 * copy that `@ts-morph/common` contains.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript'
      ? next(new URL('./typescript-api.cjs', import.meta.url).href, context)
      : next(specifier, context),
});
