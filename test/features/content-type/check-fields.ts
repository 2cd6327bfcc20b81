import type { FieldDefinitionInput } from '../../../src/features/content-type/content-type.inputs.ts';
import { readFieldDefinitions } from '../../../src/features/content-type/change/field-check.ts';
import type { FieldDefinition } from '../../../src/features/content-type/field-definition.ts';
import { Checks } from '../../../src/shared/checks.ts';
import { runSteps } from '../../../src/shared/loop-scheduler.ts';
import { ServiceError, type Violation } from '../../../src/shared/errors.ts';

/** Field definitions of an input that GraphQL has accepted, and what is wrong with them. */
export function checkFieldDefinitions(input: readonly object[] | null | undefined): {
  fields: FieldDefinition[];
  violations: Violation[];
} {
  const checks = new Checks();
  const fields = runSteps(readFieldDefinitions(checks, input as FieldDefinitionInput[] | null | undefined));
  try {
    checks.throwIfInvalid();
    return { fields, violations: [] };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { fields, violations: error.extras['details'] as Violation[] };
  }
}
