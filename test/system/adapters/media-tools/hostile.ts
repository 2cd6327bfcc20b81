import { randomBytes } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpeg } from '../../support/make-video.ts';
import { box, contentOf, u32, withTracks } from './boxes.ts';
import { png } from './hostile.png.ts';

/** A file made to hurt, or a good one of an unusual kind. */
export interface Hostile {
  name: string;
  /** `read`: it must be read; `fails`: it must not; otherwise both are right. */
  expected: 'read' | 'fails' | 'either';
  /** Writes the file to this path. */
  make: (path: string, bases: Bases) => Promise<unknown>;
}

export interface Bases {
  folder: string;
  mp4: Buffer;
  fast: Buffer;
  mkv: Buffer;
  ts: Buffer;
  avi: Buffer;
}

const MB = 1024 * 1024;

/** Small videos with pictures, sound and subtitles that others are made of. */
export async function makeBases(folder: string): Promise<Bases> {
  await writeFile(join(folder, 'base.srt'), '1\n00:00:00,100 --> 00:00:01,500\nHello there.\n');
  const inputs = '-f lavfi -i testsrc2=s=160x120:r=10:d=4 -f lavfi -i sine=d=4 -i base.srt';
  const codecs = '-c:v libx264 -preset ultrafast -g 10 -pix_fmt yuv420p -c:a aac';
  await ffmpeg(folder, `${inputs} ${codecs} -c:s mov_text base.mp4`);
  await ffmpeg(folder, '-i base.mp4 -map 0 -c copy -movflags +faststart fast.mp4');
  await ffmpeg(folder, `${inputs} ${codecs} -c:s srt base.mkv`);
  await ffmpeg(folder, '-i base.mp4 -c copy base.ts');
  await ffmpeg(folder, '-i base.mp4 -c:v mpeg4 -c:a mp3 base.avi');
  const read = (name: string) => readFile(join(folder, name));
  const [mp4, fast, mkv, ts, avi] = await Promise.all(
    ['base.mp4', 'fast.mp4', 'base.mkv', 'base.ts', 'base.avi'].map(read),
  );
  const none = Buffer.alloc(0);
  return { folder, mp4: mp4 ?? none, fast: fast ?? none, mkv: mkv ?? none, ts: ts ?? none, avi: avi ?? none };
}

export function hostileVideos(): Hostile[] {
  return [...noVideos(), ...cutVideos(), ...lies(), ...pictures(), ...unusual()];
}

type Bytes = (bases: Bases) => Buffer;

function of(name: string, expected: Hostile['expected'], bytes: Bytes): Hostile {
  return { name, expected, make: (path, bases) => writeFile(path, bytes(bases)) };
}

/** Made by ffmpeg under a name with this extension, which decides the format. */
function by(name: string, expected: Hostile['expected'], extension: string, command: string): Hostile {
  return {
    name,
    expected,
    make: async (path, { folder }) => copyFile(await ffmpeg(folder, `${command} made.${extension}`), path),
  };
}

function noVideos(): Hostile[] {
  const head = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex');
  return [
    of('nothing at all', 'fails', () => Buffer.alloc(0)),
    of('a text', 'fails', () => Buffer.from('Just some words.\n'.repeat(1_000))),
    of('a web page', 'fails', () => Buffer.from('<!doctype html><title>Video</title><video src="a.mp4"></video>')),
    of('zeros', 'fails', () => Buffer.alloc(MB)),
    of('noise', 'fails', () => randomBytes(MB)),
    of('noise after the head of an MP4', 'fails', () => Buffer.concat([head, randomBytes(MB)])),
    of('the head of an MP4 and nothing else', 'fails', () => head),
    of('a playlist of a local file', 'fails', () =>
      Buffer.from('#EXTM3U\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST'),
    ),
    of('a concat script', 'fails', () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")),
    of('a DASH manifest', 'fails', () =>
      Buffer.from('<?xml version="1.0"?><MPD type="static"><Period></Period></MPD>'),
    ),
    of('a picture', 'fails', () => png(100, 100)),
    of('subtitles alone', 'fails', () => Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nHi\n')),
    by('a Matroska file of subtitles alone', 'fails', 'mkv', '-i base.srt -c:s srt'),
    by('an SVG picture in an AVI', 'fails', 'avi', '-f svg_pipe -i drawing.svg -c copy'),
  ];
}

function cutVideos(): Hostile[] {
  const cut = (name: keyof Omit<Bases, 'folder'>, share: number, expected: Hostile['expected']): Hostile =>
    of(`${name}, cut at ${share * 100} %`, expected, (bases) =>
      bases[name].subarray(0, Math.floor(bases[name].length * share)),
    );
  const flipped = (name: keyof Omit<Bases, 'folder'>): Hostile =>
    of(`${name} with every 200th byte changed`, 'either', (bases) =>
      Buffer.from(bases[name].map((byte, index) => (index % 200 === 199 ? byte ^ 0x55 : byte))),
    );
  return [
    ...[0.01, 0.5, 0.99].map((share) => cut('mp4', share, 'fails')),
    ...[0.01, 0.2].map((share) => cut('fast', share, 'either')),
    ...[0.5, 0.9].map((share) => cut('fast', share, 'read')),
    ...[0.05, 0.5, 0.95].map((share) => cut('mkv', share, 'either')),
    ...[0.3, 0.7].map((share) => cut('ts', share, 'read')),
    ...[0.02, 0.6].map((share) => cut('avi', share, 'either')),
    ...(['mp4', 'mkv', 'ts', 'avi'] as const).map(flipped),
    of('the second half of a transport stream', 'read', ({ ts }) => ts.subarray(Math.floor(ts.length / 2))),
    of('two files, one behind the other', 'either', ({ mp4 }) => Buffer.concat([mp4, mp4])),
  ];
}

/** A good file whose box is changed in place. */
function changed(name: string, type: string, change: (content: Buffer) => void): Hostile {
  return of(name, 'either', ({ fast }) => {
    const file = Buffer.from(fast);
    change(contentOf(file, type));
    return file;
  });
}

function lies(): Hostile[] {
  const LARGE = 0x7f_ff_ff_ff;
  return [
    changed('a length of a hundred hours in the header', 'mvhd', (content) => content.writeUInt32BE(360_000_000, 16)),
    changed('a length of a hundred hours in the track', 'mdhd', (content) => content.writeUInt32BE(LARGE, 16)),
    changed('no length in the header', 'mvhd', (content) => content.writeUInt32BE(0, 16)),
    changed('a time scale of zero', 'mdhd', (content) => content.writeUInt32BE(0, 12)),
    changed('two thousand million samples', 'stsz', (content) => content.writeUInt32BE(LARGE, 8)),
    changed('samples of 2 GB each', 'stsz', (content) => content.writeUInt32BE(LARGE, 4)),
    changed('two thousand million times', 'stts', (content) => content.writeUInt32BE(LARGE, 4)),
    changed('a picture that lasts 13 hours', 'stts', (content) => content.writeUInt32BE(40_000_000, 12)),
    changed('chunks beyond the end', 'stco', (content) => content.writeUInt32BE(LARGE, 8)),
    changed('an edit list of two thousand million entries', 'elst', (content) => content.writeUInt32BE(LARGE, 4)),
    of('a box larger than any disk', 'fails', ({ mp4 }) =>
      Buffer.concat([mp4.subarray(0, 24), u32(1), Buffer.from('moov'), u32(LARGE, 0)]),
    ),
    of('boxes a hundred thousand deep', 'fails', ({ mp4 }) => Buffer.concat([mp4.subarray(0, 24), deepBoxes(100_000)])),
    of('five thousand tracks', 'fails', ({ fast }) => withTracks(fast, 5_000)),
    of('a hundred thousand tracks', 'fails', ({ fast }) => withTracks(fast, 100_000)),
    of('a sound of 4 GB, by its header', 'either', () => wave(0xff_ff_ff_f0)),
    of('40 MB of names', 'either', ({ mp4 }) => Buffer.concat([mp4, box('free', Buffer.alloc(40 * MB, 'name'))])),
  ];
}

/** A second of silence, and a header that says how many bytes it has. */
function wave(bytes: number): Buffer {
  const format = Buffer.from('666d7420100000000100010044ac000088580100020010006461746100000000', 'hex');
  format.writeUInt32LE(bytes, format.length - 4);
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), format, Buffer.alloc(88_200)]);
}

function deepBoxes(depth: number): Buffer {
  const boxes = Buffer.alloc(depth * 8);
  for (let at = 0; at < depth; at++) {
    boxes.writeUInt32BE((depth - at) * 8, at * 8);
    boxes.write(at === 0 ? 'moov' : 'udta', at * 8 + 4, 'latin1');
  }
  return boxes;
}

function pictures(): Hostile[] {
  const pngVideo = (name: string, expected: Hostile['expected'], width: number, height: number): Hostile => ({
    name,
    expected,
    make: async (path, { folder }) => {
      await writeFile(join(folder, 'picture.png'), png(100, 100));
      const video = await ffmpeg(folder, '-i picture.png -c copy made.mkv');
      const [small, large] = [png(100, 100), png(width, height)];
      const file = await readFile(video);
      // ffmpeg copies the header of the picture only; its size in the container stays the small one.
      const at = file.indexOf(small.subarray(8, 33));
      await writeFile(path, Buffer.concat([file.subarray(0, at), large.subarray(8, 33), file.subarray(at + 25)]));
    },
  });
  return [
    pngVideo('a picture of 60,000 by 60,000 pixels, by its header', 'either', 60_000, 60_000),
    pngVideo('a picture of 16,000 by 16,000 pixels, by its header', 'either', 16_000, 16_000),
    by(
      'one picture in 8K',
      'read',
      'mp4',
      '-f lavfi -i testsrc2=s=7680x4320:d=0.1:r=10 -c:v libx264 -preset ultrafast -frames:v 1',
    ),
    by('one picture of two by two pixels', 'read', 'mkv', '-f lavfi -i color=s=2x2:d=1 -c:v mpeg4'),
    by('a picture 8,000 pixels wide and 16 high', 'read', 'mkv', '-f lavfi -i testsrc2=s=8000x16:d=0.5 -c:v mpeg4'),
    by('upright pictures', 'read', 'mp4', '-f lavfi -i testsrc2=s=180x320:d=2 -pix_fmt yuv420p'),
    by('a thousand pictures a second', 'read', 'mp4', '-f lavfi -i testsrc2=s=64x64:r=1000:d=2 -pix_fmt yuv420p'),
    by(
      'pictures at irregular times',
      'read',
      'mp4',
      "-f lavfi -i testsrc2=s=64x64:d=5 -vf select='not(mod(n\\,7))' -fps_mode vfr -pix_fmt yuv420p",
    ),
  ];
}

function unusual(): Hostile[] {
  return [
    by('sound alone', 'read', 'mp3', '-f lavfi -i sine=d=3'),
    by('pictures alone', 'read', 'mp4', '-i base.mp4 -an -sn -c copy'),
    by('silence', 'read', 'mp4', '-i base.mp4 -f lavfi -i anullsrc -map 0:v -map 1:a -t 4 -c:v copy'),
    by(
      'sound with a cover',
      'read',
      'mp3',
      '-f lavfi -i sine=d=3 -f lavfi -i color=s=200x200:d=0.04 -map 0 -map 1 -c:v png -disposition:v attached_pic',
    ),
    by('one picture an hour, for 20 hours', 'fails', 'mkv', '-f lavfi -i color=s=64x64:r=1/3600:d=72000 -c:v mpeg4'),
    by(
      'encrypted pictures',
      'either',
      'mp4',
      '-i base.mp4 -an -sn -c copy -encryption_scheme cenc-aes-ctr -encryption_key 76a6c65c5ea762046bd749a2e632ccbb -encryption_kid a7e61c373e219033c21091fa607bf3b8',
    ),
    by('times that begin at 26 hours', 'read', 'ts', '-i base.mp4 -c copy -output_ts_offset 93600'),
    by('WebM', 'read', 'webm', '-i base.mp4 -sn -c:v libvpx -deadline realtime -c:a libvorbis'),
    by('Ogg', 'read', 'ogg', '-i base.mp4 -sn -vn -c:a libvorbis'),
    by('a file under the name of another', 'read', 'flv', '-i base.mp4 -sn -c:v flv1 -ar 44100 -c:a mp3'),
    {
      name: 'sixty thousand cues',
      expected: 'read',
      make: async (path, { folder }) => {
        const cues = Array.from(
          { length: 60_000 },
          (_, index) => `${index}\n00:00:01,000 --> 00:00:02,000\nCue ${index}\n`,
        );
        await writeFile(join(folder, 'many.srt'), cues.join('\n'));
        await copyFile(
          await ffmpeg(folder, '-i base.mp4 -i many.srt -map 0:v -map 1 -c:v copy -c:s srt made.mkv'),
          path,
        );
      },
    },
  ];
}
