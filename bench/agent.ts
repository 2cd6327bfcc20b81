import { measureTurns, turnReport } from './agent-turns.ts';

/** 200 turns on 10,000 chunks. */
process.stdout.write(`${turnReport(await measureTurns({ documents: 1_000, warmUp: 50, turns: 200 }))}\n`);
