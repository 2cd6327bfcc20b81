import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { PatternBudget, compilePattern } from '../../text/safe-pattern.ts';
import type { InputSchema } from './webhook-tool.entity.ts';

/** Budget of one validation for patterns; validations are synchronous, so they never overlap. */
let budget = new PatternBudget();

const linearRegExp = Object.assign(
  (source: string) => {
    const pattern = compilePattern(source);
    return {
      test(text: string): boolean {
        if (!budget.take(pattern.steps(text))) throw new TooCostly('contains too much text to match its patterns');
        return pattern.test(text);
      },
      // Ajv identifies patterns by their text and reuses the first one.
      toString: () => `/${source}/u`,
    };
  },
  { code: 'linearRegExp' },
);

class TooCostly extends Error {
  override readonly name = 'TooCostly';
}

/** Unknown keywords are ignored, and `format` is an annotation only, as JSON Schema specifies. */
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  ownProperties: true,
  logger: false,
  // Optimising takes longer than the few inputs of a tool save.
  code: { regExp: linearRegExp, optimize: false },
});

const compiled = new LRUCache<string, ValidateFunction>({ max: 200 });

/** Returns why a value is not a valid input of the schema, as a sentence; undefined if it is. */
export function inputViolation(schema: InputSchema, input: unknown): string | undefined {
  budget = new PatternBudget();
  try {
    const validate = getValidator(schema);
    return validate(input) ? undefined : sentence('input', validate.errors?.[0]);
  } catch (error) {
    return `input ${error instanceof TooCostly ? error.message : "cannot be checked: the tool's schema is not valid"}`;
  }
}

/** Returns why JSON is not a valid JSON Schema, with the path; undefined if it is. */
export function schemaViolation(schema: InputSchema): string | undefined {
  budget = new PatternBudget();
  try {
    if (!ajv.validateSchema(compilable(schema))) return sentence('inputSchema', deepest(ajv.errors ?? []));
    getValidator(schema);
    return undefined;
  } catch {
    return 'inputSchema must be a valid JSON Schema';
  }
}

/** Compiles a schema once per text, for all tools. */
function getValidator(schema: InputSchema): ValidateFunction {
  const key = createHash('sha256').update(JSON.stringify(schema)).digest('base64');
  const validator = compiled.get(key);
  if (validator) return validator;
  const copy = compilable(schema);
  const validate = ajv.compile(copy);
  // Ajv itself would cache it forever.
  ajv.removeSchema(copy);
  compiled.set(key, validate);
  return validate;
}

/** Removes `$schema`, for which Ajv would look up a dialect. */
function compilable(schema: InputSchema): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = schema;
  return rest;
}

function deepest(errors: readonly ErrorObject[]): ErrorObject | undefined {
  return errors.toSorted((one, other) => other.instancePath.split('/').length - one.instancePath.split('/').length)[0];
}

function sentence(root: string, error: ErrorObject | undefined): string {
  if (!error) return `${root} is not valid`;
  const params = error.params as { allowedValues?: unknown[]; additionalProperty?: string };
  const choices = params.allowedValues
    ? `: ${JSON.stringify(params.allowedValues).slice(1, 300)}`.replace(/\]$/, '')
    : '';
  const extra = params.additionalProperty === undefined ? '' : ` ("${params.additionalProperty.slice(0, 100)}")`;
  return `${root}${path(error.instancePath)} ${error.message ?? 'is not valid'}${choices}${extra}`;
}

/** `/filters/0/name` as `.filters[0].name`. */
function path(pointer: string): string {
  return pointer
    .slice(0, 300)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}
