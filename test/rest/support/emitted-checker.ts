import { emittedFiles } from '../../../src/cli/emitted-files.ts';
import { use } from '../../support/use.ts';
import { type Description, checkerFor } from './conformance.ts';

/** `checkerFor` the OpenAPI document of the service. */
export function useEmittedChecker(): ReturnType<typeof checkerFor> {
  const emitted = use(
    async () => {
      const openapi = Object.entries(await emittedFiles()).find(([path]) => path.endsWith('openapi.json'))?.[1] ?? '';
      return { check: checkerFor(JSON.parse(openapi) as Description) };
    },
    () => {},
  );
  return (...answer) => emitted.check(...answer);
}
