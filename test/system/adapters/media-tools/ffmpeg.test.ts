import { describe } from 'vitest';
import { openMediaTools } from '../../../../src/adapters/media-tools/open-media-tools.ts';
import { describeMediaTools } from '../../ports/media-tools.contract.ts';
import { needs } from '../../../support/needs.ts';

/** Another build than the one on PATH: `FFMPEG_PATH=/opt/ffmpeg/ffmpeg npx vitest run test/system/adapters/media-tools`. */
const path = process.env['FFMPEG_PATH'];

describe('with ffmpeg', needs('ffmpeg'), () => {
  describeMediaTools('ffmpeg', async () => (await openMediaTools(path)).tools);
});
