import {
  type GraphQLError,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isNonNullType,
  locatedError,
} from 'graphql';
import { type Execution as RestExecution, fieldNodesOf } from '../../rest/output/resolve-field.ts';
import type { SelectedField } from '../../rest/output/select-fields.ts';
import { type Answer, Propagated } from './answer.ts';

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
