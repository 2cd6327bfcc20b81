/** Writes a log line in the format of the service, without loading its logger. */
export function writeLine(severity: string, message: string, fields: Readonly<Record<string, unknown>>): void {
  const time = new Date().toISOString();
  process.stdout.write(`${JSON.stringify({ severity, time, component: 'supervisor', ...fields, message })}\n`);
}
