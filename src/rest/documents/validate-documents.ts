import { type DocumentNode, type GraphQLSchema, Kind, NoUnusedFragmentsRule, specifiedRules, validate } from 'graphql';
import { problemOf } from './problems.ts';
import type { DocumentTree } from './read-documents.ts';

/** A document only contains the fragments that its operation uses; unused fragments are detected over all documents. */
const RULES = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);

/**
 * Validates all operations and fragments at once, which visits each fragment once instead of for each operation that
 * uses it. Returns what gives the errors of the document of one operation.
 */
export function validateDocuments(
  schema: GraphQLSchema,
  { operations, fragments }: DocumentTree,
): (document: DocumentNode) => string[] {
  const definitions = [...operations.map(({ operation }) => operation), ...fragments.values()];
  const areValid = validate(schema, { kind: Kind.DOCUMENT, definitions }, RULES).length === 0;
  return (document) => (areValid ? [] : validate(schema, document, RULES).map(problemOf));
}
