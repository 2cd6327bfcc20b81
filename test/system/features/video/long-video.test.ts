import { beforeAll, describe, expect, test } from 'vitest';
import { clockTime } from '../../../../src/features/agent/citation/language/clock-time.ts';
import { useFolder } from '../../support/make-video.ts';
import { use } from '../../../support/use.ts';
import { useOwnService, useSite } from '../../../support/use-service.ts';
import { answer } from '../../../features/agent/agent-service.ts';
import { type Scene, makeLecture } from './lecture.ts';
import { startVideoServer } from './video-server.ts';
import { type VideoJob, addVideo, ended, search } from '../../../features/video/videos.ts';
import { needs } from '../../../support/needs.ts';

/** `VIDEO=long`: takes some minutes, most of them for the text recognition in 30 segments. */
const IS_LONG = process.env['VIDEO'] === 'long';

/** What is said in a minute, and the word on the screen. */
const SUBJECTS = [
  ['Bread rises in a warm oven.', 'BAKERY'],
  ['A violin has four strings.', 'ORCHESTRA'],
  ['The glacier moves a metre a day.', 'GLACIOLOGY'],
  ['Honey never spoils in its jar.', 'APICULTURE'],
  ['A compass needle points to the north.', 'NAVIGATION'],
  ['The potter centres the clay on the wheel.', 'CERAMICS'],
  ['Tulips are planted in autumn.', 'GARDENING'],
  ['A chess knight jumps over pawns.', 'TOURNAMENT'],
  ['The blacksmith quenches the blade in oil.', 'METALWORK'],
  ['Dolphins sleep with half of their brain.', 'AQUARIUM'],
  ['The carpenter cuts a dovetail joint.', 'WOODWORK'],
  ['Saffron is picked before sunrise.', 'SPICES'],
  ['A parachute opens within three seconds.', 'SKYDIVING'],
  ['The printer sets letters of lead.', 'TYPOGRAPHY'],
  ['Camels store fat in their humps.', 'DESERT'],
  ['The telescope mirror is polished for months.', 'ASTRONOMY'],
  ['Cheddar matures in a cave.', 'CHEESE'],
  ['The dentist drills the molar.', 'DENTISTRY'],
  ['A tailor measures the sleeve twice.', 'FASHION'],
  ['Volcanoes build islands from lava.', 'GEOLOGY'],
  ['The goalkeeper dives to the left corner.', 'FOOTBALL'],
  ['Paper is made from wood fibres.', 'PAPERMILL'],
  ['The sculptor chisels marble by hand.', 'SCULPTURE'],
  ['A barometer falls before the storm.', 'WEATHER'],
  ['Salmon swim up the river to spawn.', 'FISHERY'],
  ['The watchmaker oils the tiny gears.', 'HOROLOGY'],
  ['Rubber is tapped from the bark.', 'PLANTATION'],
  ['A lute is tuned in fourths.', 'RENAISSANCE'],
  ['The beekeeper wears a white veil.', 'SWARM'],
  ['Mosaics are laid in wet mortar.', 'ANTIQUITY'],
] as const;

const SAID = { from: 2, to: 8 };
const scenes: Scene[] = SUBJECTS.map(([text, shown]) => ({ length: 60, shown, said: [{ text, ...SAID }] }));

const folder = useFolder();
const host = use(async () => startVideoServer(folder.path));
const service = useOwnService(() => ({ OUTBOUND_ALLOW_HOSTS: host.host }));
const site = useSite(service);

describe.runIf(IS_LONG)('a video of 30 minutes', needs('ffmpeg'), () => {
  let job: VideoJob;

  beforeAll(async () => {
    await makeLecture(folder.path, 'lecture.mp4', scenes);
    job = await ended(site, await addVideo(site, host.urlOf('lecture.mp4')));
  }, 1_500_000);

  test('has a segment for every minute', () => {
    expect(job).toMatchObject({ status: 'completed', result: { totalSegments: 30, language: 'en' } });
    expect(job.result?.duration).toBeCloseTo(1_800, 0);
  });

  test('is found by what is said in any minute, within two seconds', async () => {
    for (const [minute, [text]] of SUBJECTS.entries()) {
      const [best] = await search(site, text);
      expect(best?.content).toContain(text);
      expect(Math.abs((best?.startTime ?? -100) - (minute * 60 + SAID.from))).toBeLessThanOrEqual(2);
      expect(Math.abs((best?.endTime ?? -100) - (minute * 60 + SAID.to))).toBeLessThanOrEqual(2);
    }
  });

  test('is found by the words on the screen of any minute', async () => {
    const minutes = [];
    for (const [, shown] of SUBJECTS) minutes.push(Math.floor(((await search(site, shown))[0]?.startTime ?? 0) / 60));
    expect(minutes).toEqual(SUBJECTS.map((_, minute) => minute));
  });

  test('is cited by the minute and second', async () => {
    const { _id: personaId } = await site.create('/personas', {
      name: 'Lecturer',
      slug: 'lecturer',
      systemPrompt: 'You teach.',
      sdkResponseConfig: { citationStyle: 'timestamps' },
    });
    for (const [minute, message] of [
      [0, 'What rises in a warm oven?'],
      [17, 'Who drills the molar?'],
      [29, 'Where are mosaics laid?'],
    ] as const) {
      const said = await answer(site, { message, personaId });
      const [start] = said.citations?.[0]?.sources ?? [];
      expect(start).toMatchObject({ title: 'lecture', timestamp: clockTime(minute * 60 + SAID.from) });
      expect(said.message).toContain(`(lecture, ${clockTime(minute * 60 + SAID.from)})`);
    }
  });

  test('answers what was just said at any second', async () => {
    const [found] = await search(site, 'glacier');
    const videoId = found?.sourceId ?? '';
    for (const minute of [3, 14, 28]) {
      const context = { video: { videoId, currentTimestamp: minute * 60 + SAID.to } };
      const { message } = await answer(site, { message: 'What did she just say?', context });
      expect(message).toContain(SUBJECTS[minute]?.[0]);
    }
  });
});
