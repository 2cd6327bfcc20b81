/** How long a process computes for `work`, in milliseconds: other processes of the machine do not change it. */
export function cpuTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
