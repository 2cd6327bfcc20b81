import type { components } from './openapi.ts';

type Field = components['schemas']['FieldDefinition'];

/** What is needed of a content type. */
export interface ContentTypeModel {
  name: string;
  slug: string;
  fields?: readonly Field[];
}

/** TypeScript types of the content types: one interface for the fields of each, and one for its items. */
export function typesOf(types: readonly ContentTypeModel[]): string {
  const names = namesOf(types.toSorted((one, other) => (one.slug < other.slug ? -1 : 1)));
  const interfaces = [...names].map(([type, name]) => interfacesOf(type, name, names));
  const map = [...names].map(([{ slug }, name]) => `  ${JSON.stringify(slug)}: ${name};`);
  return [
    HEADER,
    ...interfaces,
    `/** The items of each content type. */\nexport interface ContentTypes {\n${map.join('\n')}\n}\n`,
  ].join('\n');
}

const HEADER = `// Written by \`lectern types\`. Do not edit.
import type { Schemas } from '@lectern/client';

/** A calendar date, such as \`2026-01-31\`. */
export type CalendarDate = string;

/** A place on the map. */
export interface Location {
  lat: number;
  lng: number;
  address?: string | null;
}

/** The id of an item, or the item itself where a call has \`expand: true\`. */
export type Reference<Item> = string | Item;

/** The id or URL of a file, or the file itself where a call has \`expand: true\`. */
export type FileReference = string | Schemas['Asset'];

/** Lists have the body, \`content\`, only with \`includeContent: true\`. */
type Item<Type extends string, Fields> = Omit<Schemas['ContentItem'], 'type'> & {
  type: Type;
  content?: string | null;
  customFields?: Fields;
};
`;

type Names = ReadonlyMap<ContentTypeModel, string>;

const TAKEN = new Set(['CalendarDate', 'Location', 'Reference', 'FileReference', 'Item', 'ContentTypes', 'Schemas']);

/** Slugs that differ may have the same name in Pascal case: later ones get a number. */
function namesOf(types: readonly ContentTypeModel[]): Names {
  const taken = new Set(TAKEN);
  return new Map(
    types.map((type) => {
      const base = pascalCase(type.slug);
      let name = base;
      for (let count = 2; taken.has(name) || taken.has(`${name}Fields`); count++) name = `${base}${count}`;
      taken.add(name).add(`${name}Fields`);
      return [type, name];
    }),
  );
}

function pascalCase(slug: string): string {
  const name = slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  return /^[A-Z]/.test(name) ? name : `Type${name}`;
}

function interfacesOf({ name: label, slug, fields = [] }: ContentTypeModel, name: string, names: Names): string {
  const lines = fields.flatMap((field) => [
    `  ${comment(field)}`,
    `  ${JSON.stringify(field.name)}?: ${valueType(field, names)} | null;`,
  ]);
  return `/** Fields of ${inComment(label)}. */
export interface ${name}Fields {
${lines.join('\n')}
}

/** ${inComment(label)}. */
export type ${name} = Item<${JSON.stringify(slug)}, ${name}Fields>;
`;
}

function comment({ label, description, validation }: Field): string {
  const required = validation?.required === true ? ' Required to publish.' : '';
  return `/** ${inComment([label, description].filter(Boolean).join(': '))}.${required} */`;
}

/** The texts are the site's: they must not end the comment. */
function inComment(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('*/', '*\\/').replace(/\.$/, '');
}

function valueType(field: Field, names: Names): string {
  switch (field.type) {
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'date':
      return 'CalendarDate';
    case 'select':
      return choice(field);
    case 'multiselect':
      return `(${choice(field)})[]`;
    case 'media':
    case 'file':
      return 'FileReference';
    case 'reference':
      return `Reference<${target(field, names)}>`;
    case 'references':
      return `Reference<${target(field, names)}>[]`;
    case 'location':
      return 'Location';
    case 'json':
      return 'unknown';
    default:
      return 'string';
  }
}

function choice({ validation }: Field): string {
  const options = validation?.options ?? [];
  return options.length === 0 ? 'string' : options.map((option) => JSON.stringify(option)).join(' | ');
}

/** Without a type, or with one that is deleted, the item may be of any. */
function target({ validation }: Field, names: Names): string {
  const found = [...names].find(([{ slug }]) => slug === validation?.referenceTo);
  return found ? found[1] : "Schemas['ContentItem']";
}
