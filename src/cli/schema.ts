import { writeFileSync } from 'node:fs';
import { emittedFiles } from './emitted-files.ts';

/** `npm run schema`: writes what is emitted from the code into `schema/`. */
for (const [file, text] of Object.entries(await emittedFiles())) writeFileSync(file, text);
