// Some versions of npm 10 install the optional Node 24 package without linking its `node` into node_modules/.bin, where npm
// scripts look first. They would then run on the machine's own, perhaps older, Node. Run by npm after every install.
import { existsSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));
const binary = `../node-${process.platform}-${process.arch}/bin/node`;
if (existsSync(`${modules}.bin/${binary}`) && !existsSync(`${modules}.bin/node`)) {
  symlinkSync(binary, `${modules}.bin/node`);
}
