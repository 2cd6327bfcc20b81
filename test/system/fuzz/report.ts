import type { Finding, Tally } from './attack.ts';
import type { FuzzRequest } from './request.ts';
import { bytesOf } from './send.ts';

const MAX_PRINTED_BODY = 4_000;

export interface Window {
  second: number;
  calls: number;
  failed: number;
  p95: number;
  /** Times the idle value. */
  ratio: number;
  megabytes: number;
  /** Of the files of the vector index. */
  indexMegabytes: number;
}

export function printHead(idle: number): string {
  return [
    `Well-behaved caller: p95 ${idle.toFixed(1)} ms when idle.`,
    'until | calls | failed | p95 | of idle | memory | index',
    '---|---|---|---|---|---|---',
  ].join('\n');
}

export function printWindow({ second, calls, failed, p95, ratio, megabytes, indexMegabytes }: Window): string {
  return [
    `${second} s`,
    calls,
    failed,
    `${p95.toFixed(1)} ms`,
    `${ratio.toFixed(2)} ×`,
    `${megabytes.toFixed(0)} MB`,
    `${indexMegabytes.toFixed(0)} MB`,
  ].join(' | ');
}

export function printTally({ requests, statuses, findings }: Tally): string {
  const byStatus = [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`);
  return [`${requests} requests (${byStatus.join(', ')})`, ...[...findings.values()].map(printFinding)].join('\n');
}

export function printFinding({ rule, count, seed, requests, answer }: Finding): string {
  const calls = requests.map((request) => `  ${toCurl(request)}`);
  return [`✗ ${rule} (seen ${count} times, FUZZ_SEED=${seed})`, ...calls, `  → ${answer}`].join('\n');
}

/** As it can be tried by hand; `$KEY` and the like stand for the caller's headers. */
export function toCurl({ method, path, caller, headers, body, delivery }: FuzzRequest): string {
  const flags = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const bytes = bytesOf(body);
  const data = bytes.length === 0 ? [] : [`--data-binary ${quoted(bytes.toString().slice(0, MAX_PRINTED_BODY))}`];
  const note = bytes.length > MAX_PRINTED_BODY ? [`# ${body.kind}, ${bytes.length} bytes`] : [];
  const kind = `# as ${caller}${delivery === 'whole' ? '' : `, sent ${delivery}`}`;
  return ['curl', `-X ${method}`, quoted(`$URL${path}`), ...flags, ...data, ...note, kind].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
