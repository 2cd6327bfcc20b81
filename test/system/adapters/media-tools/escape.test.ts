import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openMediaTools } from '../../../../src/adapters/media-tools/open-media-tools.ts';
import type { MediaTools } from '../../../../src/ports/media-tools.ts';
import { startBystander } from '../../../adapters/egress/bystander.ts';
import { ffmpeg, useFolder } from '../../support/make-video.ts';
import { use } from '../../../support/use.ts';
import { box, contentOf, u32 } from './boxes.ts';
import { needs } from '../../../support/needs.ts';

/** Files that name other files and addresses, beside a file and a server that nothing may touch. */
describe('a crafted file', needs('ffmpeg'), () => {
  const place = useFolder();
  const canary = use(() => startBystander());
  let tools: MediaTools;
  let secret: string;

  beforeAll(async () => {
    tools = (await openMediaTools(process.env['FFMPEG_PATH'])).tools;
    await mkdir(join(place.path, 'work'));
    secret = await ffmpeg(
      place.path,
      '-f lavfi -i color=c=lime:s=64x64:r=5:d=7 -pix_fmt yuv420p -c:v libx264 secret.mp4',
    );
    await ffmpeg(place.path, '-i secret.mp4 -c copy secret.ts');
  });
  beforeEach(() => {
    canary.connections = 0;
  });

  const put = async (name: string, content: string | Buffer): Promise<string> => {
    const path = join(place.path, 'work', name);
    await writeFile(path, content);
    return path;
  };
  const playlist = (...lines: string[]) =>
    ['#EXTM3U', '#EXT-X-TARGETDURATION:9', ...lines, '#EXT-X-ENDLIST', ''].join('\n');
  const address = () => `http://127.0.0.1:${canary.port}/canary.ts`;

  /** What a job reads; rejects as a whole if the file is no video. */
  const read = async (path: string) => {
    const { duration, subtitles } = await tools.probe(path);
    await tools.sceneChanges(path);
    await tools.pauses(path);
    const frame = await tools.frame(path, 1, { maxSide: 64 });
    for (const { index } of subtitles) await tools.cues(path, { index });
    return { duration, frame };
  };

  test('would reach other files and servers if nothing prevented it', async () => {
    const path = await put('control.m3u8', playlist('#EXTINF:7,', `file://${place.path}/secret.ts`));
    const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', path]);
    expect(stdout).toContain('7.0');
    const online = await put('online.m3u8', playlist('#EXTINF:7,', address()));
    const options = ['-v', 'error', '-protocol_whitelist', 'file,http,tcp', online];
    await promisify(execFile)('ffprobe', options).catch(() => {});
    expect(canary.connections).toBeGreaterThan(0);
    const reference = await put('control.mov', withReference(await readFile(secret), secret));
    const followed = ['-v', 'error', '-enable_drefs', '1', '-use_absolute_path', '1', '-i', reference];
    await promisify(execFile)('ffmpeg', [...followed, '-frames:v', '1', '-y', join(place.path, 'stolen.png')]);
    expect((await readFile(join(place.path, 'stolen.png'))).length).toBeGreaterThan(100);
  });

  test.each(['video.mp4', 'video.m3u8'])(
    'that is a playlist named %s reads no file and calls no server',
    async (name) => {
      for (const line of [
        `file://${place.path}/secret.ts`,
        '../secret.ts',
        'secret.ts',
        address(),
        `concat:${secret}`,
      ]) {
        const path = await put(name, playlist('#EXTINF:7,', line));
        await expect(read(path), line).rejects.toMatchObject({ name: 'MediaError', code: 'NOT_A_VIDEO' });
      }
      const master = await put(name, playlist('#EXT-X-STREAM-INF:BANDWIDTH=1', address()));
      await expect(read(master)).rejects.toMatchObject({ code: 'NOT_A_VIDEO' });
      expect(canary.connections).toBe(0);
    },
  );

  test.each([
    ['a concat script', () => `ffconcat version 1.0\nfile '${secret}'\n`],
    ['a concat script of an address', () => `ffconcat version 1.0\nfile ${address()}\n`],
    ['a DASH manifest', () => dash(address())],
    [
      'a session description',
      () => `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${canary.port} RTP/AVP 96\n`,
    ],
    ['an image list', () => `${place.path}/%d.png`],
    ['a redirect of QuickTime', () => `RTSPtext\nrtsp://127.0.0.1:${canary.port}/x\n`],
  ])('that is %s is no video', async (_what, content) => {
    await expect(read(await put('video.mp4', content()))).rejects.toMatchObject({ name: 'MediaError' });
    expect(canary.connections).toBe(0);
  });

  test.each([
    ['a file', (place_: string) => `${place_}/secret.mp4`],
    ['an address', () => ''],
  ])('whose track lies in %s elsewhere gives no picture of it', async (_what, target) => {
    const path = await put('video.mov', withReference(await readFile(secret), target(place.path) || address()));
    const { frame } = await read(path).catch(() => ({ frame: null }));
    expect(frame).toBeNull();
    expect(canary.connections).toBe(0);
  });

  test('with attachments writes none of them', async () => {
    await writeFile(join(place.path, 'note.txt'), 'attached');
    const command =
      '-i secret.mp4 -attach note.txt -metadata:s:t:0 mimetype=text/plain -metadata:s:t:0 filename=../escaped.txt';
    const path = await ffmpeg(place.path, `${command} -c copy work/attached.mkv`);
    expect((await read(path)).duration).toBeCloseTo(7, 0);
    expect([...(await readdir(place.path)), ...(await readdir(join(place.path, 'work')))]).not.toContain('escaped.txt');
  });

  test('whose name looks like an address or an option is only a file', async () => {
    for (const name of ['http:example', '-i', 'concat:a|b', 'a%03d.mp4', 'x?y#z.mp4']) {
      const path = await put(name, await readFile(secret));
      expect((await tools.probe(path)).duration, name).toBeCloseTo(7, 0);
    }
  });
});

function dash(url: string): string {
  return `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT7S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${url}</BaseURL></Representation></AdaptationSet></Period></MPD>`;
}

/** The file without the data of its track, which is to be found in another place, by an alias of QuickTime. */
function withReference(original: Buffer, target: string): Buffer {
  const file = Buffer.from(original);
  contentOf(file, 'mdat').fill(0);
  const at = file.indexOf('dref', 0, 'latin1') - 4;
  const size = file.readUInt32BE(at);
  const url = target.startsWith('http');
  const reference = url ? box('url ', u32(0), Buffer.from(`${target}\0`)) : box('alis', u32(0), alias(target));
  const dref = box('dref', u32(0, 1), reference);
  const changed = Buffer.concat([file.subarray(0, at), dref, file.subarray(at + size)]);
  // The boxes around grow with it.
  for (const type of ['moov', 'trak', 'mdia', 'minf', 'dinf']) {
    const box_ = changed.indexOf(type, 0, 'latin1') - 4;
    changed.writeUInt32BE(changed.readUInt32BE(box_) + dref.length - size, box_);
  }
  return changed;
}

function alias(path: string): Buffer {
  const name = path.split('/').at(-1) ?? '';
  const bytes = Buffer.alloc(150);
  bytes.writeUInt16BE(150, 4);
  bytes.writeUInt16BE(2, 6);
  bytes.writeUInt8(name.length, 50);
  bytes.write(name, 51, 'latin1');
  const full = Buffer.alloc(4 + path.length + (path.length % 2));
  full.writeUInt16BE(2, 0);
  full.writeUInt16BE(path.length, 2);
  full.write(path, 4, 'latin1');
  const folder = Buffer.alloc(4);
  folder.writeInt16BE(-1, 0);
  return Buffer.concat([bytes, full, folder]);
}
