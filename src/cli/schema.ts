import { writeFileSync } from 'node:fs';
import { emittedFiles } from './emitted-files.ts';

/** `npm run schema`: writes the generated files: `schema/` and the table of variables in docs/configuration.md. */
for (const [file, text] of Object.entries(await emittedFiles())) writeFileSync(file, text);
