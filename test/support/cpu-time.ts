/** How long a process computes for `work`, in milliseconds: other processes of the machine do not change it. */
export function cpuTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return since(before);
}

/** As `cpuTime`, with what else the process does meanwhile. */
export async function cpuTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return since(before);
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
