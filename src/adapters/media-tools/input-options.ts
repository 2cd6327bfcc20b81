import { MAX_PIXELS, MAX_TRACKS } from './limits.ts';

/**
 * Containers that are read. Playlists (HLS, DASH, concat) name other files and addresses, so they are
 * excluded, and so are rarely used formats.
 */
const FORMATS = [
  'mov',
  'mp4',
  'm4a',
  '3gp',
  '3g2',
  'mj2',
  'matroska',
  'webm',
  'avi',
  'mpegts',
  'mpeg',
  'flv',
  'ogg',
  'mp3',
  'wav',
  'flac',
  'aac',
];

/** Decoders that are used. One for SVG, for example, could read other files. */
const CODECS = [
  ['h264', 'hevc', 'av1', 'libdav1d', 'libaom-av1', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'theora'],
  ['mpeg4', 'mpeg2video', 'mpegvideo', 'mpeg1video', 'h263', 'msmpeg4', 'msmpeg4v2', 'flv', 'vc1', 'wmv3'],
  ['prores', 'dnxhd', 'mjpeg', 'png'],
  ['aac', 'aac_latm', 'aac_fixed', 'mp3', 'mp3float', 'mp2', 'mp2float', 'opus', 'libopus', 'vorbis', 'libvorbis'],
  ['flac', 'alac', 'ac3', 'ac3_fixed', 'eac3', 'dca', 'wmav2', 'amrnb', 'amrwb', 'nellymoser', 'speex'],
  ['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_f64le', 'pcm_u8'],
  ['pcm_alaw', 'pcm_mulaw', 'adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt'],
  ['mov_text', 'subrip', 'srt', 'ass', 'ssa', 'webvtt', 'text', 'cc_dec'],
  ['pgssub', 'dvbsub', 'dvdsub', 'xsub'],
].flat();

const SAFE = Object.entries({
  protocol_whitelist: 'file',
  format_whitelist: FORMATS.join(','),
  codec_whitelist: CODECS.join(','),
  max_streams: String(MAX_TRACKS),
  max_pixels: String(MAX_PIXELS),
}).flatMap(([name, value]) => [`-${name}`, value]);

const ONE_THREAD = ['-threads', '1'];
const QUIET_WITH_PROGRESS = '-hide_banner -nostdin -v error -progress pipe:3 -stats_period 0.5 -filter_threads 1'.split(
  ' ',
);

/** Arguments of ffprobe that read a file as JSON. */
export function probeArguments(path: string): string[] {
  return ['-hide_banner', '-v', 'error', ...SAFE, '-show_format', '-show_streams', '-of', 'json', `file:${path}`];
}

/**
 * Arguments of ffmpeg for one input and one output.
 * @param before options of the input, such as `-ss`
 * @param after options of the output, and the output
 */
export function ffmpegArguments(path: string, before: readonly string[], after: readonly string[]): string[] {
  const input = [...SAFE, ...ONE_THREAD, ...before, '-i', `file:${path}`];
  return [...QUIET_WITH_PROGRESS, ...input, ...ONE_THREAD, ...after];
}

/** The first stream of pictures that is no cover, and the first of sound. */
export const PICTURES = ['-map', '0:V:0'];
export const SOUND = ['-map', '0:a:0'];
/** Nothing is written but what filters print. */
export const NO_OUTPUT = ['-f', 'null', '-'];
