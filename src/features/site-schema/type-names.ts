/** The names that a content type has in the schema of its site. */
export type TypeNames = Names['types'] & Names['fields'];
type Names = ReturnType<typeof namesWithNumber>;

/** Names that are already used: of types, and of fields of Query and Mutation. */
export interface TakenNames {
  types: Set<string>;
  fields: Set<string>;
}

/**
 * Names by slug. Where two content types would have the same name, all names of the one that was created later end with a
 * number, so that a new type never changes the names of the others.
 * @param slugs oldest first
 */
export function namesBySlug(slugs: readonly string[], { types, fields }: TakenNames): Map<string, TypeNames> {
  const usedNames = { types: new Set(types), fields: new Set(fields) };
  return new Map(
    slugs.map((slug) => {
      const base = baseNames(slug);
      let names = namesWithNumber(base, 1);
      for (let number = 2; isTaken(names, usedNames); number += 1) names = namesWithNumber(base, number);
      for (const name of Object.values(names.types)) usedNames.types.add(name);
      for (const name of Object.values(names.fields)) usedNames.fields.add(name);
      return [slug, { ...names.types, ...names.fields }];
    }),
  );
}

/** @param number 1 for the names without one */
function namesWithNumber({ type, one, list }: ReturnType<typeof baseNames>, number: number) {
  const end = number === 1 ? '' : String(number);
  const name = type + end;
  return {
    types: {
      type: name,
      page: `${name}Page`,
      filter: `${name}Filter`,
      sort: `${name}Sort`,
      reference: `${name}ReferenceCondition`,
      references: `${name}ReferencesCondition`,
      createInput: `Create${name}Input`,
      updateInput: `Update${name}Input`,
    },
    /** Fields of Query and Mutation: a name that is free in one is then free in the other. */
    fields: {
      one: one + end,
      list: list + end,
      create: `create${name}`,
      update: `update${name}`,
      delete: `delete${name}`,
    },
  };
}

function isTaken({ types, fields }: Names, usedNames: TakenNames): boolean {
  return (
    Object.values(types).some((name) => usedNames.types.has(name)) ||
    Object.values(fields).some((name) => usedNames.fields.has(name))
  );
}

/** `blog-posts` and `blog-post` are both `BlogPost`, `blogPost` and `blogPosts`. */
function baseNames(slug: string) {
  const words = slug.split('-').filter((word) => word !== '');
  const last = words.pop() ?? '';
  const [one, list] = [singular(last), plural(last)].map((word) => camelCase([...words, word])) as [string, string];
  return { type: capital(one), one: one === list ? `${one}Item` : one, list };
}

const UNCHANGING_WORDS: ReadonlySet<string> = new Set(['news', 'series', 'species', 'data', 'media']);

function isPlural(word: string): boolean {
  return word.length > 3 && word.endsWith('s') && !/(ss|us|is|[0-9]s)$/.test(word);
}

function singular(word: string): string {
  if (UNCHANGING_WORDS.has(word) || !isPlural(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return word.replace(/ies$/, 'y');
  return word.replace(/(?<=ss|x|ch|sh)es$|s$/, '');
}

function plural(word: string): string {
  if (UNCHANGING_WORDS.has(word) || isPlural(word)) return word;
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, 'ies');
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** GraphQL names do not start with a digit. */
function camelCase(words: readonly string[]): string {
  const name = words.map((word, index) => (index === 0 ? word : capital(word))).join('');
  return /^[0-9]/.test(name) ? `type${name}` : name;
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
