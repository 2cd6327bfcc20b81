import type { Egress } from '../../ports/egress.ts';
import type { Checks } from '../../shared/checks.ts';
import { checkHeaders } from './webhook-tool.headers.ts';
import type { SealedHeaders } from './webhook-tool.entity.ts';
import { ENDPOINT_LENGTH, type UpdateWebhookToolInput } from './webhook-tool.inputs.ts';
import { checkInputSchema } from './input-schema.rules.ts';

const PATH_STEPS = 20;

/** What an input can have wrong beyond its declared bounds. */
export function checkTool(checks: Checks, input: UpdateWebhookToolInput, stored: SealedHeaders, egress: Egress): void {
  checkInputSchema(checks, input.inputSchema);
  checkEndpoint(checks, input.endpoint, egress);
  checkHeaders(checks, input.headers, stored);
  checkResultPath(checks, input.resultPath);
}

/** What can be told without asking the network; every call checks the address again. */
function checkEndpoint(checks: Checks, endpoint: string | null | undefined, egress: Egress): void {
  if (!endpoint) return;
  const objection = endpoint.length > ENDPOINT_LENGTH ? undefined : egress.objection(endpoint);
  if (objection) checks.fault('endpoint', objection);
}

function checkResultPath(checks: Checks, path: string | null | undefined): void {
  if (!path) return;
  const steps = path.split('.');
  if (steps.includes('') || steps.length > PATH_STEPS) {
    checks.fault('resultPath', `must be names or positions separated by dots, at most ${PATH_STEPS}`);
  }
}
