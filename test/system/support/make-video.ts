import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { use } from '../../support/use.ts';

/** Runs ffmpeg with arguments that are separated by spaces; the last one is a file in the folder, whose path it answers. */
export async function ffmpeg(folder: string, command: string): Promise<string> {
  const args = command.trim().split(/\s+/);
  await promisify(execFile)('ffmpeg', ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y', ...args], {
    cwd: folder,
  });
  return join(folder, args.at(-1) ?? '');
}

/** A folder for videos that a test file makes. */
export function useFolder(): { path: string } {
  return use(
    async () => ({ path: await mkdtemp(join(tmpdir(), 'lectern-video-')) }),
    ({ path }) => rm(path, { recursive: true, force: true }),
  );
}

const CUES = `1
00:00:01,000 --> 00:00:04,000
Welcome to the <i>harbour</i>.

2
00:00:11,500 --> 00:00:13,000
Now the tide &amp; the wind.
`;

/**
 * 30 seconds in three scenes of 10 seconds, which begin with key frames; a tone that pauses from 12 to 14 seconds; and
 * English subtitles.
 */
export async function makeSampleVideo(folder: string, name = 'sample.mp4'): Promise<string> {
  await writeFile(join(folder, 'sample.srt'), CUES);
  const tone = "volume='if(between(t,12,14),0,1)':eval=frame";
  return ffmpeg(
    folder,
    `-f lavfi -i color=c=red:r=25:s=320x180:d=10
    -f lavfi -i testsrc2=r=25:s=320x180:d=10
    -f lavfi -i color=c=navy:r=25:s=320x180:d=10
    -f lavfi -i sine=frequency=400:duration=30
    -i sample.srt -filter_complex [0:v][1:v][2:v]concat=n=3:v=1,format=yuv420p[v];[3:a]${tone}[a]
    -map [v] -map [a] -map 4:s -c:v libx264 -preset ultrafast -g 250 -force_key_frames 10,20 -c:a aac -c:s mov_text
    -metadata:s:s:0 language=eng -metadata:s:a:0 language=eng ${name}`,
  );
}
