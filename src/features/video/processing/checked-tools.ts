import { z } from 'zod';
import { withOverrides } from '../../../shared/with-overrides.ts';
import { rejectOnAbort } from '../../../shared/timeout.ts';
import type { VideoTools } from './video-work.ts';

const range = z.object({ startTime: z.number(), endTime: z.number() });
const ranges = z.array(range);
const times = z.array(z.number());
const cues = z.array(range.extend({ text: z.string() }));
const bytes = z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength > 0, 'Empty');
const picture = bytes.nullable();
const language = z.string().nullable();

const facts = z.object({
  duration: z.number().positive(),
  video: z.object({ width: z.number(), height: z.number(), codec: z.string() }).nullable(),
  audio: z.object({ codec: z.string(), language }).nullable(),
  subtitles: z.array(z.object({ index: z.number(), language })),
});
const analysis = z.object({
  description: z.string().nullable(),
  texts: z.array(z.object({ time: z.number(), text: z.string() })),
  techniques: z.array(range.extend({ name: z.string() })),
});
const transcript = z.object({
  cues,
  language,
  origin: z.enum(['subtitles', 'model', 'none']),
  note: z.string().nullable(),
});

/**
 * The same tools, whose results have the form that their ports promise: any other result fails the attempt, which is
 * repeated, before it is stored or counts as a rejection of the video. A call that ignores its signal is not waited for
 * once that is aborted, so that it keeps neither a cancelled job nor the end of the service.
 */
export function checkedTools({ media, analyzer, transcriber }: VideoTools): VideoTools {
  return {
    media: withOverrides(media, {
      probe: (path, options) => parseResult(facts, media.probe(path, options), options),
      sceneChanges: (path, options) => parseResult(times, media.sceneChanges(path, options), options),
      pauses: (path, options) => parseResult(ranges, media.pauses(path, options), options),
      frame: (path, time, options) => parseResult(picture, media.frame(path, time, options), options),
      sound: (path, part, options) => parseResult(bytes, media.sound(path, part, options), options),
      cues: (path, options) => parseResult(cues, media.cues(path, options), options),
    }),
    analyzer: withOverrides(analyzer, {
      analyze: (request, options) => parseResult(analysis, analyzer.analyze(request, options), options),
    }),
    transcriber: withOverrides(transcriber, {
      transcribe: (recording, part, options) =>
        parseResult(transcript, transcriber.transcribe(recording, part, options), options),
    }),
  };
}

async function parseResult<T>(
  form: z.ZodType<T>,
  result: Promise<unknown>,
  options: { signal?: AbortSignal | undefined } | undefined,
): Promise<T> {
  return form.parse(await rejectOnAbort(result, options?.signal));
}
