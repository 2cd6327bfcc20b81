/**
 * Completes package-lock.json where a registry lacks some platform packages, and takes the `engines` of dependencies out.
 *
 * npm leaves an optional dependency that it could not look up out of the lock file, and `npm ci` then refuses the file
 * on the ground that it does not match package.json. Only the platforms' native bindings are concerned: this adds an
 * entry for each missing one with its exact version and the `os`, `cpu` and `libc` its name tells. It has no integrity
 * hash, since the file was never seen; npm skips the entry everywhere but on that platform.
 *
 * npm warns for each dependency that asks for a newer Node than the one npm runs on. The service does not run on that one: it
 * brings its own along (scripts/link-node.mjs) and checks it at start, so that the warnings would hide those that matter.
 *
 * Run it after every `npm install`: `node scripts/complete-lockfile.mjs`. A complete file stays as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const OS_NAMES = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const CPU_NAMES = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const LIBC_NAMES = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' };

const lockPath = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(lockPath, 'utf8'));
const added = completeLock(lock.packages);
const dropped = dropEngines(lock.packages);
if (added.length > 0 || dropped > 0) {
  lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(lockPath, `${JSON.stringify(lock, null, 2)}\n`);
}
if (dropped > 0) console.log(`Took the engines of ${dropped} dependencies out of package-lock.json.`);
console.log(
  added.length > 0 ? `Added to package-lock.json:\n  ${added.join('\n  ')}` : 'package-lock.json is complete.',
);

function completeLock(packages) {
  const names = [];
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const platform = platformOf(name);
      if (!platform || !/^\d+\.\d+\.\d+/.test(version) || isResolved(packages, path, name)) continue;
      packages[`node_modules/${name}`] = { version, ...(entry.dev && { dev: true }), optional: true, ...platform };
      names.push(`${name}@${version}`);
    }
  }
  return names;
}

/** All but this project's own, which stand under the empty path. Answers how many packages had some. */
function dropEngines(packages) {
  const entries = Object.entries(packages).filter(([path, entry]) => path !== '' && entry.engines);
  for (const [, entry] of entries) delete entry.engines;
  return entries.length;
}

/** Whether a package at `path` finds `name`: in its own node_modules or in that of any package around it. */
function isResolved(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${at}${at && '/'}node_modules/${name}`]) return true;
    if (!at) return false;
  }
}

/** `@zvec/bindings-linux-x64-musl` → os, cpu and libc; undefined when the name tells no platform. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = words.find((word) => OS_NAMES.includes(word));
  const cpu = words.find((word) => CPU_NAMES.includes(word));
  const libc = words.map((word) => LIBC_NAMES[word]).find(Boolean);
  if (!os || !cpu) return undefined;
  return { os: [os], cpu: [cpu], ...(libc && os === 'linux' && { libc: [libc] }) };
}
