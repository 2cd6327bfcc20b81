import type { Egress } from '../../ports/egress.ts';
import type { Checks } from '../../shared/checks.ts';
import { checkHeaders } from './webhook-tool.headers.ts';
import type { SealedHeaders } from './webhook-tool.entity.ts';
import type { UpdateWebhookToolInput } from './webhook-tool.inputs.ts';
import { ENDPOINT_LENGTH } from './webhook-tool.types.ts';

const MAX_PATH_STEPS = 20;

/** Throws for violations of the declared bounds, and beyond: without a network request, as every call checks the address again. */
export function checkTool(checks: Checks, input: UpdateWebhookToolInput, stored: SealedHeaders, egress: Egress): void {
  const { endpoint, headers, resultPath } = input;
  const violation = endpoint && endpoint.length <= ENDPOINT_LENGTH ? egress.validateUrl(endpoint) : undefined;
  if (violation) checks.report('endpoint', violation);
  checkHeaders(checks, headers, stored);
  const steps = resultPath ? resultPath.split('.') : [];
  if (steps.includes('') || steps.length > MAX_PATH_STEPS) {
    checks.report('resultPath', `must be names or positions separated by dots, at most ${MAX_PATH_STEPS}`);
  }
  checks.throwIfInvalid();
}
