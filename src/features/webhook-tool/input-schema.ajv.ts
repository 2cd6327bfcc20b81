import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { PatternBudget, compilePattern } from '../../text/safe-pattern.ts';
import type { InputSchema } from './webhook-tool.entity.ts';

/** What one validation spends on patterns; validations never overlap, as they don't wait for anything. */
let budget = new PatternBudget();

const linearRegExp = Object.assign(
  (source: string) => {
    const pattern = compilePattern(source);
    return {
      test(text: string): boolean {
        if (!budget.take(pattern.steps(text))) throw new TooCostly('contains too much text to match its patterns');
        return pattern.test(text);
      },
      // Ajv tells patterns apart by their text and takes the first of those that are alike.
      toString: () => `/${source}/u`,
    };
  },
  { code: 'linearRegExp' },
);

class TooCostly extends Error {
  override readonly name = 'TooCostly';
}

/** Words of JSON Schema that it does not know mean nothing, and `format` describes only: both as JSON Schema has it. */
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  ownProperties: true,
  logger: false,
  // Optimising takes longer than the few inputs of a tool gain from it.
  code: { regExp: linearRegExp, optimize: false },
});

const compiled = new LRUCache<string, ValidateFunction>({ max: 200 });

/** What keeps a value from being an input of the schema, as a sentence; undefined: nothing. */
export function inputViolation(schema: InputSchema, input: unknown): string | undefined {
  budget = new PatternBudget();
  try {
    const validate = validatorOf(schema);
    return validate(input) ? undefined : sentence('input', validate.errors?.[0]);
  } catch (error) {
    return `input ${error instanceof TooCostly ? error.message : "cannot be checked: the tool's schema is not valid"}`;
  }
}

/** What keeps JSON from being a JSON Schema, as the path and what is wrong there; undefined: nothing. */
export function schemaViolation(schema: InputSchema): string | undefined {
  budget = new PatternBudget();
  try {
    if (!ajv.validateSchema(compilable(schema))) return sentence('inputSchema', deepest(ajv.errors ?? []));
    validatorOf(schema);
    return undefined;
  } catch {
    return 'inputSchema must be a valid JSON Schema';
  }
}

/** Compiled once per wording, whichever tool it belongs to. */
function validatorOf(schema: InputSchema): ValidateFunction {
  const key = createHash('sha256').update(JSON.stringify(schema)).digest('base64');
  const known = compiled.get(key);
  if (known) return known;
  const copy = compilable(schema);
  const validate = ajv.compile(copy);
  // Ajv itself would keep it for ever.
  ajv.removeSchema(copy);
  compiled.set(key, validate);
  return validate;
}

/** Without `$schema`, which would have Ajv look for a dialect of that name. */
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
