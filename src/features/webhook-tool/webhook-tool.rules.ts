import type { Egress } from '../../ports/egress.ts';
import type { Checks } from '../../shared/checks.ts';
import { checkHeaders } from './webhook-tool.headers.ts';
import type { SealedHeaders } from './webhook-tool.entity.ts';
import type { UpdateWebhookToolInput } from './webhook-tool.inputs.ts';
import { ENDPOINT_LENGTH } from './webhook-tool.types.ts';
import { checkInputSchema } from './input-schema.rules.ts';

const MAX_PATH_STEPS = 20;

/** Validation beyond the declared bounds. */
export function checkTool(checks: Checks, input: UpdateWebhookToolInput, stored: SealedHeaders, egress: Egress): void {
  checkInputSchema(checks, input.inputSchema);
  checkEndpoint(checks, input.endpoint, egress);
  checkHeaders(checks, input.headers, stored);
  checkResultPath(checks, input.resultPath);
}

/** Checks without a network request; every call checks the address again. */
function checkEndpoint(checks: Checks, endpoint: string | null | undefined, egress: Egress): void {
  if (!endpoint) return;
  const violation = endpoint.length > ENDPOINT_LENGTH ? undefined : egress.validateUrl(endpoint);
  if (violation) checks.report('endpoint', violation);
}

function checkResultPath(checks: Checks, path: string | null | undefined): void {
  if (!path) return;
  const steps = path.split('.');
  if (steps.includes('') || steps.length > MAX_PATH_STEPS) {
    checks.report('resultPath', `must be names or positions separated by dots, at most ${MAX_PATH_STEPS}`);
  }
}
