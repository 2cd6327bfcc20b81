export interface Row {
  what: string;
  unit: string;
  /** Medians. */
  service: number;
  bare: number;
}

const ROUNDS = 5;

/** Runs the two in turns, so that whatever else the machine does hits both; answers the medians. The first turn warms up. */
export async function alternate(
  sides: { service: () => Promise<number>; bare: () => Promise<number> },
  rounds = ROUNDS,
): Promise<{ service: number; bare: number }> {
  const figures: { service: number[]; bare: number[] } = { service: [], bare: [] };
  for (let round = 0; round <= rounds; round++) {
    const [service, bare] = [await sides.service(), await sides.bare()];
    if (round === 0) continue;
    figures.service.push(service);
    figures.bare.push(bare);
  }
  return { service: median(figures.service), bare: median(figures.bare) };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
