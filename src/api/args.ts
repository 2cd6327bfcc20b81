import { Arg, type ClassType, ID } from 'type-graphql';
import { validateInput } from './input-bounds.ts';
import { PageInput } from './page.types.ts';

/** The argument that names a resource. @param resource as in `Id of the site.` */
export function IdArg(resource: string, name = 'id'): ReturnType<typeof Arg> {
  return Arg(name, () => ID, { description: `Id of the ${resource}.` });
}

interface InputOptions {
  /** The service checks the bounds with `checkInput`, so that one error also names the violations of its own rules. */
  collects?: true;
  nullable?: true;
}

/** The argument `input` of a mutation, whose bounds are checked. @param description as in `The new persona.` */
export function InputArg(Input: ClassType, description: string, options: InputOptions = {}): ReturnType<typeof Arg> {
  return checkedArg('input', Input, { description, ...options });
}

/** The argument `filter` of a list, whose bounds are checked. @param defaultText as in `all personas` */
export function FilterArg(Filter: ClassType, defaultText: string, options: InputOptions = {}): ReturnType<typeof Arg> {
  return checkedArg('filter', Filter, { description: `Filter. Default: ${defaultText}.`, nullable: true, ...options });
}

function checkedArg(
  name: string,
  Input: ClassType,
  { collects, ...options }: InputOptions & { description: string },
): ReturnType<typeof Arg> {
  return Arg(name, () => Input, collects ? options : { ...options, validateFn: validateInput });
}

/** The argument `page` of a list. */
export function PageArg(): ReturnType<typeof Arg> {
  return Arg('page', () => PageInput, { nullable: true, description: 'Page of the list.' });
}
