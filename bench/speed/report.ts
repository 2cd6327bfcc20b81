import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { type Figure, median } from './measure.ts';

/** The table of `bench/results.md`. */
export function tableOf(figures: readonly Figure[]): string {
  return [
    '| work | items | connections | node ms | PostgreSQL ms | bare node ms | bare PostgreSQL ms | **node** | **both** | RSS MB |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...figures.map(rowOf),
  ].join('\n');
}

function rowOf({ scenario, size, connections, service, reference, nodeRatios, bothRatios, memoryMb }: Figure): string {
  const cells = [
    scenario,
    size.toLocaleString('en'),
    connections,
    ...[service.node, service.postgres, reference.node, reference.postgres].map((ms) => ms.toFixed(3)),
    spreadOf(nodeRatios),
    spreadOf(bothRatios),
    memoryMb.toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Median, smallest and largest. */
function spreadOf(ratios: readonly number[]): string {
  return `**${median(ratios).toFixed(1)}** (${Math.min(...ratios).toFixed(1)}–${Math.max(...ratios).toFixed(1)})`;
}

export function pageOf(
  figures: readonly Figure[],
  reports: readonly string[],
  { postgres, command, idleMb, readyMs }: Run,
): string {
  const [cpu] = cpus();
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return `# What a request costs

Written by \`${command}\`. Processor time per request of the service and of the PostgreSQL behind it, beside a reference: \`node:http\`, \`pg\` and SQL written by hand, with the same rows and JSON. "node" and "both" are the service's cost divided by the reference's: median of the rounds (smallest–largest). What it means: [docs/performance.md](../docs/performance.md).

${[tableOf(figures), ...reports].join('\n\n')}

Ready ${Math.round(readyMs)} ms after the start, with the tables there; ${idleMb.toFixed(0)} MB resident before the first request.

${cpus().length} × ${cpu?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}; Node ${process.version}, PostgreSQL ${postgres}, Lectern ${version}; ${new Date().toISOString().slice(0, 10)}.
`;
}

export interface Run {
  postgres: string;
  command: string;
  idleMb: number;
  readyMs: number;
}
