import { isDeepStrictEqual } from 'node:util';
import { type Call, Load } from './load.ts';
import { type Process, cpuOfSessions, cpuOfTree, memoryOfTree, usedBySessions } from './processes.ts';
import type { Scenario } from './scenarios.ts';
import type { SeededSite } from './seed.ts';

/** Processor time in ms per request. */
export interface Cost {
  node: number;
  postgres: number;
}

export interface Figure {
  scenario: string;
  size: number;
  connections: number;
  service: Cost;
  reference: Cost;
  /** The service's cost divided by the reference's, of each round. */
  nodeRatios: number[];
  bothRatios: number[];
  memoryMb: number;
}

export interface Sides {
  service: Process;
  reference: Process;
  postgresPid: number;
}

export interface Effort {
  rounds: number;
  turnMs: number;
}

/** Reference and service in turns, so that whatever else the machine does hits both. The first round warms up. */
export async function measure(
  given: Sides,
  scenario: Scenario,
  site: SeededSite,
  connections: number,
  { rounds, turnMs }: Effort,
): Promise<Figure> {
  const sides = scenario.isOwn ? { ...given, reference: given.service } : given;
  const loads = {
    service: new Load(sides.service.url, connections),
    reference: new Load(sides.reference.url, connections),
  };
  if (!scenario.isOwn) await assertEqualAnswers(loads, scenario, site);
  const tags = scenario.isRevalidation ? await tagsOf(loads.service, scenario, site) : [];
  const costs: { service: Cost; reference: Cost }[] = [];
  for (let round = 0; round <= rounds; round++) {
    let n = 0;
    const turn = async (side: 'service' | 'reference', status: number, next: () => Call): Promise<Cost> => {
      const before = await read(sides, side);
      const done = await loads[side].run(turnMs, connections, status, next);
      const after = await read(sides, side);
      const postgres = usedBySessions(before.postgres, after.postgres);
      return { node: (after.node - before.node) / done, postgres: postgres / done };
    };
    const reference = await turn('reference', 200, () => scenario.reference(site, n++));
    const service = await turn('service', scenario.isRevalidation ? 304 : 200, () =>
      tagged(scenario.service(site, n), tags[n++ % tags.length]),
    );
    if (round > 0) costs.push({ service, reference });
  }
  loads.service.close();
  loads.reference.close();
  return figureOf(scenario, site, connections, costs, await memoryOfTree(sides.service.pid));
}

async function read({ postgresPid, ...processes }: Sides, side: 'service' | 'reference') {
  const [node, postgres] = await Promise.all([cpuOfTree(processes[side].pid), cpuOfSessions(postgresPid)]);
  return { node, postgres };
}

function figureOf(
  { name }: Scenario,
  { size }: SeededSite,
  connections: number,
  costs: readonly { service: Cost; reference: Cost }[],
  memoryMb: number,
): Figure {
  const both = ({ node, postgres }: Cost) => node + postgres;
  const of = (side: 'service' | 'reference') => ({
    node: median(costs.map((cost) => cost[side].node)),
    postgres: median(costs.map((cost) => cost[side].postgres)),
  });
  return {
    scenario: name,
    size,
    connections,
    service: of('service'),
    reference: of('reference'),
    nodeRatios: costs.map(({ service, reference }) => service.node / reference.node),
    bothRatios: costs.map(({ service, reference }) => both(service) / both(reference)),
    memoryMb,
  };
}

const COMPARED = 5;

/** Figures of different answers say nothing. */
async function assertEqualAnswers(
  { service, reference }: { service: Load; reference: Load },
  scenario: Scenario,
  site: SeededSite,
): Promise<void> {
  for (let n = 0; n < COMPARED; n++) {
    const [own, bare] = await Promise.all([
      service.send(scenario.service(site, n)),
      reference.send(scenario.reference(site, n)),
    ]);
    const [ownBody, bareBody] = [own, bare].map(({ text }) => withoutDiffering(JSON.parse(text), scenario.differing));
    if (own.status === 200 && isDeepStrictEqual(ownBody, bareBody)) continue;
    throw new Error(
      `${scenario.name}: the answers differ\n${JSON.stringify(ownBody).slice(0, 1500)}\n${JSON.stringify(bareBody).slice(0, 1500)}`,
    );
  }
}

function withoutDiffering(body: unknown, names: readonly string[] = []): unknown {
  const { data } = body as { data?: Record<string, unknown> };
  for (const name of names) delete data?.[name];
  return body;
}

async function tagsOf(load: Load, scenario: Scenario, site: SeededSite): Promise<string[]> {
  const tags: string[] = [];
  for (let n = 0; n < site.ids.length; n++) tags.push((await load.send(scenario.service(site, n))).etag ?? '');
  return tags;
}

function tagged(call: Call, tag: string | undefined): Call {
  return tag === undefined ? call : { ...call, headers: { ...call.headers, 'if-none-match': tag } };
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
