import {
  type GraphQLError,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isNonNullType,
  locatedError,
} from 'graphql';
import { type Execution as RestExecution, fieldNodesOf } from './read-field.ts';
import type { SelectedField } from '../selection/select-fields.ts';

/** Thrown with an error that stands where null is not allowed: what is around it becomes null. */
export class Propagated {
  readonly error: GraphQLError;

  constructor(error: GraphQLError) {
    this.error = error;
  }
}

/** JSON in document order of which some parts come later. */
export class Answer {
  /** What was written since the last part that comes later. */
  text = '';
  /** An error that stands where null is not allowed. */
  private failure: GraphQLError | null = null;
  /** Whether it may be null itself. */
  private readonly isNullable: boolean;
  private readonly parts: (string | Answer | Promise<Answer>)[] = [];

  constructor(isNullable: boolean) {
    this.isNullable = isNullable;
  }

  /** Writes it, up to an error that propagates. */
  fill(write: (answer: Answer) => void): this {
    try {
      write(this);
    } catch (error) {
      if (!(error instanceof Propagated)) throw error;
      this.failure = error.error;
    }
    return this;
  }

  /** Adds a value that comes later; what follows is written at once. */
  add(part: Answer | Promise<Answer>): void {
    if (part instanceof Answer && part.parts.length === 0 && !part.failure) {
      this.text += part.text;
      return;
    }
    this.parts.push(this.text, part);
    this.text = '';
  }

  /**
   * Adds the text to `pieces`, and the error for each value that became null to `errors`. The result is the error that
   * propagates to what is around it.
   */
  async finish(pieces: string[], errors: GraphQLError[]): Promise<GraphQLError | null> {
    const start = pieces.length;
    const failure = this.failure ?? (await this.finishParts(pieces, errors));
    if (!failure) {
      pieces.push(this.text);
      return null;
    }
    pieces.length = start;
    if (!this.isNullable) return failure;
    errors.push(failure);
    pieces.push('null');
    return null;
  }

  private async finishParts(pieces: string[], errors: GraphQLError[]): Promise<GraphQLError | null> {
    for (const part of this.parts) {
      if (typeof part === 'string') pieces.push(part);
      else {
        const failure = await (await part).finish(pieces, errors);
        if (failure) return failure;
      }
    }
    return null;
  }
}

/** An execution that goes on after errors. */
export interface Execution extends RestExecution {
  readonly errors: GraphQLError[];
}

export type Path = NonNullable<GraphQLResolveInfo['path']['prev']>;

/** A value where it stands: of a field, or of an element of a list. */
export interface Place {
  type: GraphQLOutputType;
  field: SelectedField;
  /** `ContentItem.title` */
  coordinate: string;
}

/** Writes null and records the error; where null is not allowed, what is around it becomes null. */
export function fail(out: Answer, error: unknown, place: Place, execution: Execution, path: Path): void {
  const failure = located(error, place, path);
  if (isNonNullType(place.type)) throw new Propagated(failure);
  execution.errors.push(failure);
  out.text += 'null';
}

export function located(error: unknown, { field }: Place, path: Path): GraphQLError {
  return locatedError(error, fieldNodesOf(field), keysOf(path));
}

function keysOf(path: Path): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let place: Path | undefined = path; place; place = place.prev) keys.unshift(place.key);
  return keys;
}
