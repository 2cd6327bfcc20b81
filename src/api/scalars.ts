import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { YEARS, isStorableMoment, parseMoment } from '../shared/moment.ts';

export { GraphQLJSON, GraphQLJSONObject } from './json-scalars.ts';

/** PostgreSQL's text of a timestamp in UTC, as read from rows. */
const ROW_TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** Rows contain timestamps as text, which is reformatted without creating a Date. */
export const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description: 'Timestamp in UTC as ISO 8601 with milliseconds, such as `2026-11-21T09:30:00.000Z`.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  extensions: { jsonSchema: { type: 'string', format: 'date-time' } },
  serialize(value: unknown): string {
    if (value instanceof Date) return value.toISOString();
    const row = typeof value === 'string' ? ROW_TIMESTAMP.exec(value) : null;
    if (row) return `${row[1]}T${row[2]}.${(row[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`;
    if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return new Date(value).toISOString();
    throw new GraphQLError('DateTime cannot represent this value');
  },
  parseValue: readMoment,
  parseLiteral: (node) => readMoment(node.kind === Kind.STRING ? node.value : undefined),
});

function readMoment(value: unknown): Date {
  const moment = typeof value === 'string' ? parseMoment(value) : null;
  if (!moment) throw new GraphQLError('must be an ISO 8601 timestamp with a time zone');
  if (!isStorableMoment(moment)) throw new GraphQLError(`must be ${YEARS}`);
  return moment;
}
