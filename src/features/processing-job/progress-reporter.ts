/** Interval of the progress update, which also checks whether the job was cancelled. */
const REPORT_EVERY_MS = 1_000;

/**
 * Stores the progress of a job until it is stopped, and detects that the job is no longer wanted.
 * @param record false if the job is no longer wanted
 */
export function reportProgress(record: () => Promise<boolean>) {
  const stopped = new AbortController();
  const report = async (): Promise<void> => {
    const isActive = await record().catch(() => true);
    if (!isActive) stopped.abort();
  };
  const timer = setInterval(() => void report(), REPORT_EVERY_MS);
  return {
    /** The signal is aborted when the job was cancelled or deleted. */
    unwanted: stopped.signal,
    report,
    stop: () => clearInterval(timer),
  };
}
