import type { Egress } from '../../ports/egress.ts';
import { type Checks, DESCRIPTION_LENGTH } from '../../shared/checks.ts';
import { checkHeaders } from './webhook-tool.headers.ts';
import type { SealedHeaders } from './webhook-tool.entity.ts';
import type { UpdateWebhookToolInput } from './webhook-tool.inputs.ts';
import { checkInputSchema } from './input-schema.rules.ts';

const NAME = /^[a-z][a-z0-9_]{0,63}$/;
const ENDPOINT_LENGTH = 2048;
const PATH_LENGTH = 500;
const PATH_STEPS = 20;

/** Everything that an input can have wrong in itself; `required` and `notEmptied` are the caller's. */
export function checkInput(checks: Checks, input: UpdateWebhookToolInput, stored: SealedHeaders, egress: Egress): void {
  if (input.name && !NAME.test(input.name)) {
    checks.fault(
      'name',
      'must begin with a lower-case letter and have only lower-case letters, digits and _, at most 64',
    );
  }
  checks.length('description', input.description, DESCRIPTION_LENGTH);
  checkInputSchema(checks, input.inputSchema);
  checkEndpoint(checks, input.endpoint, egress);
  checkHeaders(checks, input.headers, stored);
  checkResultPath(checks, input.resultPath);
}

/** What can be told without asking the network; every call checks the address again. */
function checkEndpoint(checks: Checks, endpoint: string | null | undefined, egress: Egress): void {
  if (!endpoint) return;
  checks.length('endpoint', endpoint, ENDPOINT_LENGTH);
  const objection = endpoint.length > ENDPOINT_LENGTH ? undefined : egress.objection(endpoint);
  if (objection) checks.fault('endpoint', objection);
}

function checkResultPath(checks: Checks, path: string | null | undefined): void {
  if (!path) return;
  checks.length('resultPath', path, PATH_LENGTH);
  const steps = path.split('.');
  if (steps.includes('') || steps.length > PATH_STEPS) {
    checks.fault('resultPath', `must be names or positions separated by dots, at most ${PATH_STEPS}`);
  }
}
