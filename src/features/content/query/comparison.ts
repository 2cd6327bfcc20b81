import type { Values } from '../../../database/columns.ts';
import { isId } from '../../../shared/ids.ts';
import { escapeLike } from '../../../text/like.ts';
import type { Field, Kind } from './content-field.ts';

const SQL_TYPES: Partial<Record<Kind, string>> = {
  number: 'numeric',
  boolean: 'boolean',
  instant: 'timestamptz',
};

/** A field of one row, what an operator compares it with, and the parameters of the statement. */
export class Comparison {
  readonly field: Field;
  readonly operand: unknown;
  readonly values: Values;
  private readonly row: string;

  constructor(field: Field, operand: unknown, values: Values, row: string) {
    this.field = field;
    this.operand = operand;
    this.values = values;
    this.row = row;
  }

  /** The entries of an operand that is a list or a pair. */
  get entries(): readonly unknown[] {
    return this.operand as readonly unknown[];
  }

  /** The value of the field. */
  get value(): string {
    return this.field.value(this.row);
  }

  /** The value of a text without case (and, of the title, without accents). */
  get folded(): string {
    return this.field.folded?.(this.row) ?? this.value;
  }

  /** A value as a parameter of the field's type. */
  parameter(value = this.operand): string {
    const parameter = `${this.values.add(this.toStored(value))}::${this.sqlType}`;
    return this.field.toIndexed?.(parameter) ?? parameter;
  }

  /** The entries as a parameter that is a list of the field's type. */
  listParameter(): string {
    const { toIndexed } = this.field;
    const list = `${this.values.add(this.entries.map((entry) => this.toStored(entry)))}::${this.sqlType}[]`;
    return toIndexed ? `array(select ${toIndexed('each')} from unnest(${list}) each)` : list;
  }

  /** A list of texts as a parameter that is compared with the entries of the field. */
  textsParameter(texts = this.entries): string {
    const isReference = this.field.custom?.isReference;
    return `${this.values.add(isReference ? texts.map((id) => String(id).toLowerCase()) : texts)}::text[]`;
  }

  /** The operand as a pattern for `like` on the folded value. */
  pattern(before: '%' | '', after: '%' | ''): string {
    const { fold } = this.field;
    const text = fold ? fold(String(this.operand)) : String(this.operand);
    const parameter = `${this.values.add(`${before}${escapeLike(text)}${after}`)}::text`;
    return fold ? parameter : `lower(${parameter})`;
  }

  /** A condition that follows from the equality with one of some texts: folded texts have an index. */
  equalsFolded(texts: readonly unknown[]): string {
    const { fold } = this.field;
    if (!fold) return '';
    return `${this.folded} = any(${this.values.add(texts.map((text) => fold(String(text))))}::text[]) and `;
  }

  /** Ids of custom fields are text: their fields may once have had other values. */
  private get sqlType(): string {
    const { kind, custom } = this.field;
    return kind === 'id' && !custom ? 'uuid' : (SQL_TYPES[kind] ?? 'text');
  }

  /** A malformed id is the id of no item: null equals nothing. */
  private toStored(value: unknown): unknown {
    const { kind, custom } = this.field;
    if (kind !== 'id' || typeof value !== 'string') return value;
    return custom || isId(value) ? value.toLowerCase() : null;
  }
}

/** The negation that also holds where the condition is null because the compared value is missing. */
export function isNotTrue(sql: string): string {
  return `((${sql}) is not true)`;
}
