import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type VideoServer, startVideoServer } from '../features/video/video-server.ts';
import { ffmpeg } from '../support/make-video.ts';
import { hasProgram } from '../../support/needs.ts';

/** Seconds. */
export const VIDEO_LENGTH = 12;
export const SUBTITLED = 'subtitled.mp4';
export const SPOKEN = 'spoken.mp4';

const CUES = '1\n00:00:01,000 --> 00:00:04,000\nThe rim is trued with a spoke key.\n';

/** Serves a video with subtitles and one without, whose sound has to be transcribed; neither without ffmpeg. */
export async function startVideoHost(): Promise<Pick<VideoServer, 'host' | 'urlOf' | 'stop'>> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-faults-videos-'));
  if (hasProgram('ffmpeg')) await makeVideos(folder);
  const server = await startVideoServer(folder);
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { host: server.host, urlOf: server.urlOf, stop };
}

async function makeVideos(folder: string): Promise<void> {
  await writeFile(join(folder, 'cues.srt'), CUES);
  await ffmpeg(
    folder,
    `-f lavfi -i testsrc2=r=5:s=160x90:d=${VIDEO_LENGTH} -f lavfi -i sine=frequency=400:duration=${VIDEO_LENGTH}
     -i cues.srt -map 0 -map 1 -map 2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -c:s mov_text
     -metadata:s:a:0 language=eng -metadata:s:s:0 language=eng ${SUBTITLED}`,
  );
  await ffmpeg(folder, `-i ${SUBTITLED} -map 0:v -map 0:a -c copy ${SPOKEN}`);
}
