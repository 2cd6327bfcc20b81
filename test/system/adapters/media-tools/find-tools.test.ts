import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openMediaTools } from '../../../../src/adapters/media-tools/open-media-tools.ts';
import { useFolder } from '../../support/make-video.ts';

const folder = useFolder();
const PATH = process.env['PATH'];

/** Programs that say these versions, in a folder of their own; null: there is none. */
async function install(name: string, ffmpeg: string | null, ffprobe: string | null): Promise<string> {
  const place = join(folder.path, name);
  await mkdir(place);
  for (const [program, version] of Object.entries({ ffmpeg, ffprobe })) {
    if (version === null) continue;
    await writeFile(join(place, program), `#!/bin/sh\necho "${program} version ${version} Copyright (c) somebody"\n`);
    await chmod(join(place, program), 0o755);
  }
  return join(place, 'ffmpeg');
}

const missing = async (path: string | undefined) => (await openMediaTools(path)).tools.missing;

describe('ffmpeg', () => {
  afterEach(() => {
    process.env['PATH'] = PATH;
  });

  test.each(['5.1.9-0+deb12u1', '6.0', 'n7.1', '8.0.1', 'N-118193-g5f38c82536', '2026-01-01-git-abc'])(
    'is taken in version %s, where FFMPEG_PATH says',
    async (version) => {
      const path = await install(`is-${version}`, version, version);
      expect(await missing(path)).toBeNull();
      expect((await openMediaTools(path)).name).toBe(`ffmpeg ${version}, ${path}`);
    },
  );

  test('is found on PATH', async () => {
    const path = await install('on-path', '7.0', '7.0');
    process.env['PATH'] = `relative:${join(folder.path, 'on-path')}`;
    expect((await openMediaTools(undefined)).name).toBe(`ffmpeg 7.0, ${path}`);
  });

  test('is missed, with how to install it and each call saying so', async () => {
    process.env['PATH'] = folder.path;
    const { tools, name } = await openMediaTools(undefined);
    expect(tools.missing).toMatch(
      /^Videos need ffmpeg 5 or newer.*`apt-get install ffmpeg` or `brew install ffmpeg`.*FFMPEG_PATH/,
    );
    expect(name).toBe(`none. ${tools.missing}`);
    for (const call of [
      () => tools.probe('/x.mp4'),
      () => tools.sceneChanges('/x.mp4'),
      () => tools.pauses('/x.mp4'),
      () => tools.frame('/x.mp4', 1, { maxSide: 9 }),
      () => tools.sound('/x.mp4', { startTime: 0, endTime: 1 }),
      () => tools.cues('/x.srt'),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'TOOLS_MISSING', message: tools.missing });
    }
  });

  test('is missed where it is too old, without ffprobe, or another program', async () => {
    expect(await missing(await install('old', '4.4.2', '4.4.2'))).toMatch(/is 4\.4\.2: install it/);
    expect(await missing(await install('alone', '7.0', null))).toMatch(/^Videos need ffprobe beside ffmpeg/);
    expect(await missing('/bin/true')).toMatch(/^Videos need ffmpeg, but \/bin\/true does not run/);
  });
});
