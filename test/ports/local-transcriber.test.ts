import { expect, test } from 'vitest';
import { createLocalTranscriber } from '../../src/adapters/transcriber/local.ts';
import { describeTranscriber, recordingOf } from './transcriber.contract.ts';

const transcriber = createLocalTranscriber();

describeTranscriber('the local transcriber', () => transcriber);

test('speech without subtitles is not recognized, and a sentence says so', async () => {
  expect(await transcriber.transcribe(recordingOf({}), { startTime: 0, endTime: 60 })).toEqual({
    cues: [],
    language: null,
    origin: 'none',
    note: 'The video has no subtitles, and no model is configured that transcribes speech',
  });
});
