import { parseArgs } from 'node:util';

/** Runs a command; an error is one line on standard error and exit code 1. */
export function runCommand(command: () => Promise<void>): void {
  command().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}

/** Runs a command that takes one folder; without it, or with --help, prints the usage. */
export function runWithFolder(usage: string, command: (folder: string) => Promise<void>): void {
  runCommand(async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', default: false } },
    });
    const [folder] = positionals;
    if (values.help || folder === undefined) printLine(usage);
    else await command(folder);
  });
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
