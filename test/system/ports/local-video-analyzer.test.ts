import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { ProcessExtractor } from '../../../src/adapters/extractor/process-extractor.ts';
import { createLocalVideoAnalyzer } from '../../../src/adapters/video-analyzer/local.ts';
import { use } from '../../support/use.ts';
import { SLIDE, SLIDE_LINES, describeVideoAnalyzer, part } from '../../ports/video-analyzer.contract.ts';

const reader = use(async () => new ProcessExtractor({ languages: ['eng'], folder: tmpdir(), slots: 1 }));
const analyzer = createLocalVideoAnalyzer(reader);

describeVideoAnalyzer('the local video analyzer', () => analyzer);

test('bytes that are no picture are rejected, and the next pictures are read', async () => {
  const broken = part({ frames: [{ time: 70, jpeg: Buffer.from('no picture') }] });
  await expect(analyzer.analyze(broken)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  const { texts } = await analyzer.analyze(part({ frames: [{ time: 70, jpeg: SLIDE }] }));
  expect(texts).toHaveLength(SLIDE_LINES.length);
});

test('an abort ends the process that reads', async () => {
  const stop = new AbortController();
  const reading = analyzer.analyze(part({}), { signal: stop.signal });
  await expect.poll(() => reader.processIds()).toHaveLength(1);
  const [pid = 0] = reader.processIds();
  stop.abort(new Error('no longer'));
  await expect(reading).rejects.toThrow('no longer');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
