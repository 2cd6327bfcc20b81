import { beforeAll, describe, expect, test } from 'vitest';
import { COHERE_KEY } from '../../../support/cohere-double.ts';
import { ffmpeg, useFolder } from '../../support/make-video.ts';
import { use } from '../../../support/use.ts';
import { useSite } from '../../../support/use-service.ts';
import { answer, script, useAgent } from '../../../features/agent/agent-service.ts';
import { startVideoServer } from './video-server.ts';
import { type VideoJob, addVideo, ended, search } from '../../../features/video/videos.ts';
import { needs } from '../../../support/needs.ts';

const FIRST = 'The ferry leaves at dawn, and it crosses the strait in an hour.';
const SECOND = 'The anchor is dropped in shallow water, where a heavy chain keeps it flat.';

const folder = useFolder();
/** 30 seconds without subtitles, with a sound from 2 to 6 and from 19 to 26 seconds. */
const host = use(async () => {
  const sound = "volume='if(between(t,2,6)+between(t,19,26),1,0)':eval=frame";
  await ffmpeg(
    folder.path,
    `-f lavfi -i testsrc2=r=10:s=320x180:d=30 -f lavfi -i sine=frequency=300:duration=30 -af ${sound}
     -c:v libx264 -preset ultrafast -c:a aac -ar 16000 harbour.mp4`,
  );
  return startVideoServer(folder.path);
});
const agent = useAgent(() => ({ OUTBOUND_ALLOW_HOSTS: host.host }));
const site = useSite(agent.service);

describe('a video without subtitles', needs('ffmpeg'), () => {
  let job: VideoJob;

  beforeAll(async () => {
    let sounds = 0;
    agent.cohere.hear(() => (sounds++ === 0 ? FIRST : SECOND));
    agent.cohere.say(({ messages }) => {
      const { from, to } = JSON.parse(/^\{.*\}$/m.exec(messages[1]?.content ?? '')?.[0] ?? '{}') as Record<
        string,
        number
      >;
      const techniques = [{ name: from === 0 ? 'casting off' : 'anchoring', startTime: from, endTime: to }];
      return { text: JSON.stringify({ description: 'A pattern in many colours.', texts: [], techniques }) };
    });
    await site.create('/personas', {
      name: 'Harbour master',
      slug: 'harbour-master',
      systemPrompt: 'You watch the harbour.',
      isDefault: true,
      appType: 'video-training',
      videoConfig: { digestionInstructions: 'Watch the ropes.' },
    });
    const analysisConfig = { segmentDuration: 15 };
    job = await ended(site, await addVideo(site, host.urlOf('harbour.mp4'), { analysisConfig, title: 'Harbour' }));
  }, 90_000);

  test('is described and transcribed by the models', async () => {
    expect(job).toMatchObject({
      status: 'completed',
      result: { totalSegments: 2, techniques: ['casting off', 'anchoring'], language: 'en', skipped: [] },
    });
    const paths = agent.cohere.requests.map(({ path }) => path);
    expect(paths.filter((path) => path === '/v2/audio/transcriptions')).toHaveLength(2);
    const analyses = agent.cohere.requests.filter(({ body }) => JSON.stringify(body).includes('image_url'));
    expect(analyses).toHaveLength(2);
    for (const { body } of analyses)
      expect(JSON.stringify(body)).toContain('Watch above all for this: Watch the ropes.');
    expect(JSON.stringify(agent.cohere.requests)).not.toContain(COHERE_KEY);
  });

  test.each([
    ['when does the ferry leave', FIRST, 2, 6],
    ['heavy chain of the anchor', SECOND, 19, 26],
  ])('is found by what is said, where it is said: %s', async (query, text, startTime, endTime) => {
    const [best] = await search(site, query);
    expect(best?.content).toContain(text);
    expect(Math.abs((best?.startTime ?? -100) - startTime)).toBeLessThanOrEqual(1);
    expect(Math.abs((best?.endTime ?? -100) - endTime)).toBeLessThanOrEqual(1);
  });

  test('is cited by its time, played from there, and named by its technique', async () => {
    const { _id: personaId } = await site.create('/personas', {
      name: 'Skipper',
      slug: 'skipper',
      systemPrompt: 'You teach sailing.',
      appType: 'video-training',
      videoConfig: { timestampCitations: true, techniqueHighlighting: true },
    });
    const [found] = await search(site, 'anchor');
    const { sourceId, startTime } = { sourceId: found?.sourceId ?? '', startTime: found?.startTime ?? 0 };
    script(agent.cohere, {
      talk: ({ documents }, round) => {
        const said = documents.find(({ data }) => data['text']?.includes('anchor is dropped'));
        if (round > 1)
          return { text: 'In shallow water.', citations: [{ start: 0, end: 17, documentIds: [said?.id ?? ''] }] };
        expect(said?.data['techniques']).toMatch(/^anchoring \(00:\d\d\)$/);
        return { calls: [{ name: 'suggest_action', arguments: { type: 'play_video', id: sourceId } }] };
      },
    });
    const { message, actions } = await answer(site, { message: 'Where is the anchor dropped?', personaId });
    const second = Math.floor(startTime);
    expect(message).toBe(`In shallow water. (Harbour, 00:${String(second).padStart(2, '0')})`);
    const url = `${host.urlOf('harbour.mp4')}#t=${Math.floor(startTime * 10) / 10}`;
    expect(actions).toEqual([{ type: 'play_video', payload: { videoId: sourceId, timestamp: startTime, url } }]);
  });
});
