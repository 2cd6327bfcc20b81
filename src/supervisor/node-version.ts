const MIN_MAJOR = 24;

/** Exits with an instruction, because libraries would otherwise fail at each request. */
export function assertNodeVersion(): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= MIN_MAJOR) return;
  process.stderr.write(
    `Lectern needs Node ${MIN_MAJOR} or newer, and this is Node ${process.versions.node}: start it with \`npm start\`, ` +
      `which brings Node ${MIN_MAJOR} along on Linux, or install it from https://nodejs.org.\n`,
  );
  process.exit(1);
}
