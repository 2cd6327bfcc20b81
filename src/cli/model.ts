import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createHttpEgress } from '../adapters/egress/http-egress.ts';
import { DEFAULT_MODEL } from '../adapters/embedder/onnx/default-model.ts';
import { copyModel, fetchModel } from '../adapters/embedder/onnx/model-store.ts';
import { parseConfig } from '../config.ts';
import { printLine, runCommand } from './run-command.ts';

const USAGE = `Adds an embedding model to DATA_DIR/models, which the next start uses unless EMBED_MODEL says otherwise.

  npm run model -- add ${DEFAULT_MODEL.name}    fetched from its hub
  npm run model -- add <folder>            a sentence-transformers model in ONNX

On a machine without the hub, and for an image: add it elsewhere, and copy the folder.`;

runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
  const [action, name] = positionals;
  if (action !== 'add' || name === undefined) return printLine(USAGE);
  const { dataDir } = parseConfig(process.env);
  printLine(`${await add(name, dataDir)} is ready: the next start uses it`);
});

async function add(name: string, dataDir: string): Promise<string> {
  if (name === DEFAULT_MODEL.name) {
    const egress = createHttpEgress({ allowHosts: [] });
    let reportedPercent = 0;
    const onProgress = (part: number): void => {
      const quarter = Math.floor(part * 4);
      if (quarter > reportedPercent) printLine(`${(reportedPercent = quarter) * 25} %`);
    };
    return fetchModel(egress, dataDir, DEFAULT_MODEL, { onProgress });
  }
  if (!existsSync(name)) throw new Error(`There is no folder ${name}, and no other model is known by its name`);
  return copyModel(name, dataDir);
}
