import { Arg, type ClassType, ID } from 'type-graphql';
import { PageInput } from './page.types.ts';

/** The argument that names a resource. @param resource as in `Id of the site.` */
export function IdArg(resource: string, name = 'id'): ReturnType<typeof Arg> {
  return Arg(name, () => ID, { description: `Id of the ${resource}.` });
}

/** The argument `input` of a mutation. @param description as in `The new persona.` */
export function InputArg(Input: ClassType, description: string): ReturnType<typeof Arg> {
  return Arg('input', () => Input, { description });
}

/** The argument `filter` of a list. @param byDefault as in `all personas` */
export function FilterArg(Filter: ClassType, byDefault: string): ReturnType<typeof Arg> {
  return Arg('filter', () => Filter, { nullable: true, description: `Filter. Default: ${byDefault}.` });
}

/** The argument `page` of a list. */
export function PageArg(): ReturnType<typeof Arg> {
  return Arg('page', () => PageInput, { nullable: true, description: 'Page of the list.' });
}
