import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MediaTools } from '../../../src/ports/media-tools.ts';
import { ffmpeg, makeSampleVideo, useFolder } from '../support/make-video.ts';

/** The promises of the MediaTools port for files that are in order. */
export function describeMediaTools(name: string, open: () => Promise<MediaTools>): void {
  describe(`${name} as media tools`, () => {
    const folder = useFolder();
    let tools: MediaTools;
    let sample: string;

    beforeAll(async () => {
      tools = await open();
      sample = await makeSampleVideo(folder.path);
    });

    const make = (command: string) => ffmpeg(folder.path, command);

    test('say what a video has', async () => {
      expect(tools.missing).toBeNull();
      expect(await tools.probe(sample)).toEqual({
        duration: expect.closeTo(30, 0) as number,
        video: { width: 320, height: 180, codec: 'h264' },
        audio: { codec: 'aac', language: 'en' },
        subtitles: [{ index: 2, language: 'en' }],
      });
    });

    test('say what is only sound, and what is only pictures', async () => {
      const sound = await make('-f lavfi -i sine=duration=3 -c:a libmp3lame sound.mp3');
      expect(await tools.probe(sound)).toMatchObject({ video: null, audio: { codec: 'mp3' }, subtitles: [] });
      expect(await tools.sceneChanges(sound)).toEqual([]);
      expect(await tools.frame(sound, 1, { maxSide: 100 })).toBeNull();
      const silent = await make('-f lavfi -i testsrc2=s=64x64:d=2 silent.mp4');
      expect(await tools.probe(silent)).toMatchObject({ video: { width: 64 }, audio: null });
      expect(await tools.pauses(silent)).toEqual([]);
      await expect(tools.sound(silent, { startTime: 0, endTime: 1 })).rejects.toMatchObject({ name: 'MediaError' });
    });

    test('take the size as a player shows it', async () => {
      await make('-f lavfi -i testsrc2=s=320x180:d=1 -pix_fmt yuv420p upright.mp4');
      const turned = await make('-i upright.mp4 -c copy -metadata:s:v:0 rotate=90 turned.mp4');
      expect((await tools.probe(turned)).video).toMatchObject({ width: 180, height: 320 });
      const frame = await tools.frame(turned, 0, { maxSide: 160 });
      expect(await sharp(frame ?? new Uint8Array()).metadata()).toMatchObject({ width: 90, height: 160 });
    });

    test('measure the length where the header does not say it or lies', async () => {
      const piped = await make('-f lavfi -i testsrc2=s=64x64:d=7 -f mpegts piped.ts');
      expect((await tools.probe(piped)).duration).toBeCloseTo(7, 0);
    });

    test('find the scenes, each at its time', async () => {
      const changes = await tools.sceneChanges(sample);
      expect(changes).toEqual([expect.closeTo(10, 1), expect.closeTo(20, 1)]);
    });

    test('find the pauses', async () => {
      expect(await tools.pauses(sample)).toEqual([
        { startTime: expect.closeTo(12, 1) as number, endTime: expect.closeTo(14, 1) as number },
      ]);
    });

    test('know one pause in silence, from its beginning to its end', async () => {
      const silence = await make('-f lavfi -i anullsrc=r=44100:cl=stereo -t 4 silence.wav');
      expect(await tools.pauses(silence)).toEqual([{ startTime: 0, endTime: expect.closeTo(4, 1) as number }]);
    });

    test.each([
      [5, [254, 0, 0]],
      [25, [0, 0, 128]],
    ])('give the picture at %i seconds', async (time, colour) => {
      const frame = await tools.frame(sample, time, { maxSide: 160 });
      const image = sharp(frame ?? new Uint8Array());
      expect(await image.metadata()).toMatchObject({ format: 'jpeg', width: 160, height: 90 });
      const { channels } = await image.stats();
      for (const [index, { mean }] of channels.entries()) expect(mean).toBeCloseTo(colour[index] ?? 0, -1);
    });

    test('give a picture no larger than it is, and none behind the end', async () => {
      const frame = await tools.frame(sample, 1, { maxSide: 4_000 });
      expect(await sharp(frame ?? new Uint8Array()).metadata()).toMatchObject({ width: 320, height: 180 });
      expect(await tools.frame(sample, 300, { maxSide: 100 })).toBeNull();
    });

    test('give the sound of a range, with its length in the header', async () => {
      const bytes = await tools.sound(sample, { startTime: 10, endTime: 15.5 });
      await writeFile(join(folder.path, 'part.flac'), bytes);
      const facts = await tools.probe(join(folder.path, 'part.flac'));
      expect(facts).toMatchObject({ video: null, audio: { codec: 'flac' } });
      expect(facts.duration).toBeCloseTo(5.5, 1);
      const [pause] = await tools.pauses(join(folder.path, 'part.flac'));
      expect(pause?.startTime).toBeCloseTo(2, 1);
      expect(bytes.length).toBeLessThan(5.5 * 32_000);
    });

    test('give no sound of more than 120 seconds at once', async () => {
      await expect(tools.sound(sample, { startTime: 0, endTime: 120.5 })).rejects.toThrow(RangeError);
      await expect(tools.sound(sample, { startTime: 5, endTime: 5 })).rejects.toThrow(RangeError);
    });

    test('give the text of a track, without its tags', async () => {
      expect(await tools.cues(sample, { index: 2 })).toEqual([
        { startTime: 1, endTime: 4, text: 'Welcome to the harbour.' },
        { startTime: 11.5, endTime: 13, text: 'Now the tide & the wind.' },
      ]);
    });

    test('give the text of a file beside', async () => {
      expect(await tools.cues(join(folder.path, 'sample.srt'))).toHaveLength(2);
    });

    test('read pictures that come at irregular times', async () => {
      const irregular = await make(
        "-f lavfi -i testsrc2=s=160x120:r=30:d=6 -vf select='not(mod(n,7))+between(n,60,90)' -fps_mode vfr irregular.mp4",
      );
      expect((await tools.probe(irregular)).duration).toBeCloseTo(6, 0);
      expect(await tools.frame(irregular, 4.1, { maxSide: 64 })).not.toBeNull();
    });

    test('tell how far they are, up and up', async () => {
      const long = await make('-f lavfi -i testsrc2=s=320x180:r=25:d=120 -g 1 -preset ultrafast long.mp4');
      const shares: number[] = [];
      await tools.sceneChanges(long, { onProgress: (share) => shares.push(share) });
      expect(shares.length).toBeGreaterThan(0);
      expect(shares).toEqual(shares.toSorted((one, other) => one - other));
      expect(shares.at(-1)).toBeGreaterThan(0.9);
      expect(shares.at(-1)).toBeLessThanOrEqual(1);
    });

    test('end with the reason of the caller, before the work and during it', async () => {
      const reason = new Error('cancelled');
      await expect(tools.probe(sample, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      const caller = new AbortController();
      const work = tools.sceneChanges(join(folder.path, 'long.mp4'), {
        signal: caller.signal,
        onProgress: () => caller.abort(reason),
      });
      await expect(work).rejects.toBe(reason);
    });
  });
}
