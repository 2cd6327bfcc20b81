import { Checks } from '../../shared/checks.ts';
import { PatternError, compilePattern } from '../../text/safe-pattern.ts';
import { schemaViolation } from './input-schema.ajv.ts';

export const SCHEMA_BYTES = 32 * 1024;
/** Compile time is quadratic: 0.1 s at most. */
const SCHEMAS = 200;
const LEVELS = 10;

/**
 * The schema is sent to the model and compiled to code: it must be JSON Schema of type `object`, small, shallow and
 * without references, and its patterns must match in linear time. Each subschema costs at most one pass over an input,
 * which recursive references would break.
 */
export function checkInputSchema(checks: Checks, schema: Record<string, unknown> | null | undefined): void {
  if (!schema) return;
  const before = new Walk();
  if (Buffer.byteLength(JSON.stringify(schema)) > SCHEMA_BYTES) return;
  if (schema['type'] !== 'object') before.report('inputSchema.type', 'must be "object"');
  before.schema(schema, 'inputSchema', 1);
  checks.add(before.violations);
  const violation = before.isPassed ? schemaViolation(schema) : undefined;
  if (violation) checks.add([{ field: violation.split(' ', 1)[0] ?? 'inputSchema', message: violation }]);
}

/** The words under which a schema contains schemas: as the value, in a list, or by name. Everything else is data. */
const SINGLE = new Set(
  `items additionalProperties unevaluatedItems unevaluatedProperties propertyNames contains not if then else`.split(
    ' ',
  ),
);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const NAMED_SCHEMAS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']);
const HARMLESS = new Set(['$schema', '$comment', '$defs']);

class Walk extends Checks {
  private schemas = 0;

  schema(schema: unknown, at: string, level: number): void {
    if (typeof schema !== 'object' || schema === null || !this.isPassed) return;
    this.schemas += 1;
    if (this.schemas > SCHEMAS) return this.report('inputSchema', `must have at most ${SCHEMAS} subschemas`);
    if (level > LEVELS) return this.report('inputSchema', `must be nested at most ${LEVELS} deep`);
    for (const [word, value] of Object.entries(schema)) this.keyword(word, value, at, level);
  }

  private keyword(word: string, value: unknown, at: string, level: number): void {
    if (word.startsWith('$') && !HARMLESS.has(word)) return this.report(at, `must not use ${word.slice(0, 50)}`);
    if (word === 'pattern') this.pattern(value, `${at}.pattern`);
    if (word === 'patternProperties') this.patternNames(value, `${at}.patternProperties`);
    if (SINGLE.has(word)) this.schema(value, `${at}.${word}`, level + 1);
    if (LISTS.has(word) && Array.isArray(value)) {
      value.forEach((each, index) => this.schema(each, `${at}.${word}[${index}]`, level + 1));
    }
    if (NAMED_SCHEMAS.has(word)) this.checkNamed(value, `${at}.${word}`, level);
  }

  private checkNamed(value: unknown, at: string, level: number): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, each] of Object.entries(value)) {
      if (name === '__proto__') this.report(at, 'must not contain __proto__');
      this.schema(each, `${at}.${name.slice(0, 100)}`, level + 1);
    }
  }

  private patternNames(value: unknown, at: string): void {
    if (typeof value !== 'object' || value === null) return;
    for (const source of Object.keys(value)) this.pattern(source, at);
  }

  private pattern(source: unknown, at: string): void {
    if (typeof source !== 'string') return;
    try {
      compilePattern(source);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      this.report(at, error.message);
    }
  }
}
