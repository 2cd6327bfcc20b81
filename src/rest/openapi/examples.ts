import type { SchemaObject } from './schema-object.ts';

/** A request that succeeds when it is sent to a site, and the responses to it. */
export interface Example {
  path?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Fields of a multipart form, in their order: texts, and files as texts. */
  form?: Readonly<Record<string, string>>;
  /** Names of the files, by field. */
  filenames?: Readonly<Record<string, string>>;
  /** Responses by media type. */
  answers?: Readonly<Record<string, unknown>>;
}

export type Examples = Readonly<Record<string, Example | undefined>>;

export type Answers = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** A value of another operation's answer, such as `{Chat.data.sessionId}`. */
const REFERENCE = /^\{(\w+)\.([\w.]+)\}$/;

/** The examples with their answers; each reference to an answer is replaced by its value there. */
export function addAnswers(examples: Examples, answers: Answers): Examples {
  const names = new Set([...Object.keys(examples), ...Object.keys(answers)]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      { ...resolveReferences(examples[name] ?? {}, answers), answers: answers[name] ?? {} },
    ]),
  );
}

/** @param answers of the operations before */
export function resolveReferences(example: Example, answers: Answers): Example {
  return JSON.parse(
    JSON.stringify(example, (_key, value: unknown) => {
      const [, operation = '', path = ''] = (typeof value === 'string' && REFERENCE.exec(value)) || [];
      return operation === '' ? value : readPath(answers[operation]?.['application/json'], path);
    }),
  ) as Example;
}

function readPath(answer: unknown, path: string): unknown {
  return path.split('.').reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], answer);
}

export function addExample(part: SchemaObject, example: unknown): SchemaObject {
  return example === undefined ? part : { ...part, example };
}

/** Two media types of one response with the examples of both, by the names of their operations. */
export function addNamedExamples(part: SchemaObject, examples: Readonly<Record<string, unknown>>): SchemaObject {
  const present = Object.entries(examples).filter(([, value]) => value !== undefined);
  const { example: _example, ...rest } = part;
  if (present.length === 0) return rest;
  return { ...rest, examples: Object.fromEntries(present.map(([name, value]) => [name, { value }])) };
}
