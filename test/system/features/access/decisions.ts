import { Reader } from '../../../features/access/reader.ts';
import { expectedFigures, figures, surfacesOf } from '../../../features/access/surfaces.ts';
import { type Thing, type World, exists } from '../../../features/access/world.ts';

export interface Outcome {
  /** (thing, surface) pairs looked at. */
  decisions: number;
  /** What a surface shows and must not, or must show and does not; one sentence each. */
  mistakes: string[];
}

/** Compares every surface, every figure and every text that came with what the caller may see. */
export async function compareAll(
  world: World,
  headers: Record<string, string>,
  sees: (thing: Thing) => boolean,
): Promise<Outcome> {
  const reader = new Reader(world.site, headers);
  const outcome: Outcome = { decisions: 0, mistakes: [] };
  for (const surface of surfacesOf(world)) {
    const candidates = world.things.filter(surface.of);
    const shown = await surface.shown(reader, world);
    outcome.decisions += candidates.length;
    outcome.mistakes.push(
      ...mistakesAt(
        surface.name,
        candidates.filter(surface.hasTeasers ? (thing) => exists(world, thing) : sees),
        shown,
        world,
      ),
    );
  }
  outcome.mistakes.push(...wrongFigures(await figures(reader), expectedFigures(world, sees)));
  outcome.mistakes.push(...leakedTexts(reader, world, sees));
  return outcome;
}

/** @param shown ids, in which each may stand once */
export function mistakesAt(
  surface: string,
  expected: readonly Thing[],
  shown: readonly string[],
  world: World,
): string[] {
  const wanted = new Set(expected.map(({ id }) => id));
  const leaked = shown.filter((id) => !wanted.has(id)).map((id) => `${surface}: leaks ${nameOf(id, world)}`);
  const withheld = expected.filter(({ id }) => !shown.includes(id));
  const twice = shown.length === new Set(shown).size ? [] : [`${surface}: shows something twice`];
  return [...leaked, ...withheld.map(({ id }) => `${surface}: withholds ${nameOf(id, world)}`), ...twice];
}

function nameOf(id: string, { things }: World): string {
  const thing = things.find((one) => one.id === id);
  return thing ? `${thing.title} (${[thing.level, ...thing.required].join(' ')})` : id;
}

function wrongFigures(told: Record<string, number>, expected: Record<string, number>): string[] {
  return Object.entries(expected).flatMap(([name, figure]) =>
    told[name] === figure ? [] : [`${name}: is ${told[name]}, should be ${figure}`],
  );
}

/** Wherever it stood: body, custom field, address, passage, snippet. */
export function leakedTexts(reader: Reader, world: World, sees: (thing: Thing) => boolean): string[] {
  return world.things
    .filter((thing) => !sees(thing) && reader.got(thing.secret))
    .map((thing) => `text: leaks of ${nameOf(thing.id, world)}`);
}
