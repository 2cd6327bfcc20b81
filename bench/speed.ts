import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/adapters/database/embedded.ts';
import { type TurnPlan, measureTurns, turnReport } from './agent-turns.ts';
import { ingestionReport, measureIngestion } from './speed/ingestion.ts';
import { longLoadReport, measureLongLoad } from './speed/long-load.ts';
import { type Effort, type Figure, type Sides, measure } from './speed/measure.ts';
import { memoryOfTree, startBenchedService, startReference } from './speed/processes.ts';
import { UnexpectedStatus } from './speed/load.ts';
import { CREATE_TOTALS, FILL_TOTAL } from './speed/reference-sql.ts';
import { pageOf, tableOf } from './speed/report.ts';
import { SCENARIOS } from './speed/scenarios.ts';
import { type SearchFigure, measureSearches, searchReport } from './speed/searches.ts';
import { seedSite } from './speed/seed.ts';
import { countStatements, statementReport } from './statements.ts';

/** V8 gives pages back that it has not used for eight seconds. */
const REST_MS = 10_000;
const RESULTS = new URL('results.md', import.meta.url);

interface Plan extends Effort {
  sizes: readonly number[];
  connections: readonly number[];
  /** To be added to the knowledge base. */
  documents: number;
  /** Of the sites that are searched. */
  chunks: readonly number[];
  searches: number;
  chat: TurnPlan;
  /** Of the load during which the memory is measured; 0: without it. */
  minutes: number;
  /** Folder for profiles of the service. */
  profile?: string | undefined;
}

const FULL: Plan = {
  sizes: [1_000, 10_000, 100_000, 1_000_000],
  connections: [1, 10, 50],
  rounds: 5,
  turnMs: 1_000,
  documents: 5_000,
  chunks: [1_000, 10_000, 100_000],
  searches: 200,
  chat: { documents: 1_000, warmUp: 50, turns: 200 },
  minutes: 0,
};
const QUICK: Plan = {
  sizes: [10_000],
  connections: [10],
  rounds: 3,
  turnMs: 400,
  documents: 300,
  chunks: [1_000],
  searches: 50,
  chat: { documents: 50, warmUp: 10, turns: 30 },
  minutes: 0,
};

/**
 * `npm run bench`: what a request costs beside bare Node and PostgreSQL. `--quick` takes less than two minutes,
 * `--only=<part of a name>` measures some scenarios (`--only=statements` counts SQL statements alone), `--sizes=`, `--connections=`, `--documents=` and `--chunks=` others than the plan's,
 * `--minutes=60` adds a load of that time in which the memory of the service is measured (`--only=memory` it alone),
 * `--profile=<folder>` has V8 write processor profiles of the service there.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      sizes: { type: 'string' },
      connections: { type: 'string' },
      documents: { type: 'string' },
      chunks: { type: 'string' },
      minutes: { type: 'string' },
      out: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  const plan = values.quick ? QUICK : FULL;
  const chosen = {
    ...plan,
    sizes: numbersOf(values.sizes) ?? plan.sizes,
    connections: numbersOf(values.connections) ?? plan.connections,
    documents: Number(values.documents ?? plan.documents),
    chunks: numbersOf(values.chunks) ?? plan.chunks,
    minutes: Number(values.minutes ?? plan.minutes),
    profile: values.profile,
  };
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  try {
    const page = await bench(postgres, join(folder, 'data'), chosen, values.only);
    const isWhole = values.only === '' && !values.sizes && !values.connections && !values.documents && !values.chunks;
    if (isWhole || values.out) await writeFile(values.out ?? RESULTS, page);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function bench(postgres: EmbeddedPostgres, dataDir: string, plan: Plan, only: string): Promise<string> {
  const { host, port, user, database: name } = postgres;
  const url = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  // Migrates; the second start is measured.
  await (await startBenchedService(url, dataDir)).stop();
  const startedAt = performance.now();
  const service = await startBenchedService(url, dataDir, plan.profile);
  const readyMs = performance.now() - startedAt;
  await delay(REST_MS);
  const idleMb = await memoryOfTree(service.pid);
  const reference = await startReference(url);
  const database = new Client({ host, port, user, database: name, ssl: false });
  await database.connect();
  try {
    await database.query(CREATE_TOTALS);
    const sides: Sides = { service, reference, postgresPid: await postmasterPid(database) };
    const { figures, failures } = await measureAll(sides, database, plan, only);
    const reports = await reportsOf(sides, database, plan, only);
    const { rows } = await database.query<{ version: string }>(`select current_setting('server_version') as version`);
    const version = rows[0]?.version ?? '';
    const options = process.argv.slice(2).filter((option) => !option.startsWith('--out'));
    const command = ['npm run bench', ...(options.length > 0 ? ['--', ...options] : [])].join(' ');
    print(`${readyMs.toFixed(0)} ms to ready, ${idleMb.toFixed(0)} MB idle`);
    return pageOf(figures, [...failures, ...reports], { postgres: version, command, idleMb, readyMs });
  } finally {
    await database.end();
    await reference.stop();
    await service.stop();
  }
}

/** Tables of what has no reference to be beside. */
async function reportsOf(sides: Sides, database: Client, plan: Plan, only: string): Promise<string[]> {
  const reports: string[] = [];
  const report = (text: string): void => {
    print(text);
    reports.push(text);
  };
  if (isChosen('ingestion', only)) report(ingestionReport(await measureIngestion(sides, database, plan.documents)));
  if (isChosen('hybrid search', only)) {
    const figures: SearchFigure[] = [];
    for (const chunks of plan.chunks) figures.push(await measureSearches(sides, database, { ...plan, chunks }));
    report(searchReport(figures));
  }
  if (isChosen('chat', only)) report(turnReport(await measureTurns(plan.chat)));
  if (isChosen('statements', only)) report(statementReport(await countStatements()));
  if (plan.minutes > 0) report(longLoadReport(await measureLongLoad(sides, database, plan.minutes)));
  return reports;
}

/** With a sentence for each scenario that has no figure, because requests were not served in time. */
async function measureAll(
  sides: Sides,
  database: Client,
  plan: Plan,
  only: string,
): Promise<{ figures: Figure[]; failures: string[] }> {
  const figures: Figure[] = [];
  const failures: string[] = [];
  const scenarios = SCENARIOS.filter(({ name }) => isChosen(name, only));
  const groups = [true, false].map((isOwn) => scenarios.filter((each) => (each.isOwn ?? false) === isOwn));
  const sites = plan.sizes.flatMap((size) => groups.flatMap((group) => (group.length > 0 ? [{ size, group }] : [])));
  for (const { size, group } of sites) {
    const site = await seedSite(sides.service.url, database, size, group[0]?.isOwn ?? false);
    await database.query(FILL_TOTAL, [site.siteId]);
    for (const scenario of group) {
      for (const connections of plan.connections) {
        const figure = await measure(sides, scenario, site, connections, plan).catch((error: unknown) => {
          if (!(error instanceof UnexpectedStatus)) throw error;
          const failure = `No figure for "${scenario.name}" at ${size} items over ${connections} connections: ${error.message}`;
          print(failure);
          failures.push(failure);
          return null;
        });
        if (!figure) continue;
        figures.push(figure);
        print(
          tableOf([figure])
            .split('\n')
            .slice(figures.length > 1 ? 2 : 0)
            .join('\n'),
        );
      }
    }
  }
  return { figures, failures };
}

function isChosen(name: string, only: string): boolean {
  return name.toLowerCase().includes(only.toLowerCase());
}

/** The parent of every session. */
async function postmasterPid(database: Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>(
    `select (regexp_split_to_array(pg_read_file('postmaster.pid'), '\\n'))[1]::int as pid`,
  );
  return rows[0]?.pid ?? 0;
}

function numbersOf(list: string | undefined): number[] | undefined {
  return list?.split(',').map(Number);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
