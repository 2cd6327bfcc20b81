/** Longest video that is read. */
export const MAX_SECONDS = 12 * 3_600;

/** Largest picture that is decoded: 8K in any orientation, and a little more. */
export const MAX_PIXELS = 70_000_000;

/** Files with more tracks are rejected. */
export const MAX_TRACKS = 100;

export const MAX_SCENE_CHANGES = 5_000;
export const MAX_PAUSES = 20_000;
export const MAX_SOUND_SECONDS = 120;
export const MAX_CUES = 50_000;
export const MAX_CUE_LENGTH = 2_000;
/** The maximum size of a file of subtitles, and of what ffmpeg makes of a track. */
export const MAX_SUBTITLE_BYTES = 16 * 1024 * 1024;
export const MAX_FRAME_BYTES = 8 * 1024 * 1024;
/** Sound is at most as long as without compression. */
export const MAX_SOUND_BYTES = MAX_SOUND_SECONDS * 16_000 * 2 + 65_536;

/** Limits of a tool, enforced by the kernel. An 8K picture with 16 reference frames needs a third of the memory. */
export const PROCESS_LIMITS = { memoryKb: 1_500_000, openFiles: 32, niceness: 10 };

/** Seconds for work that does not depend on the length of the video. */
export const SHORT_WORK_SECONDS = 60;

/** Processor seconds for work on the whole video; a tool on a busy machine may take three times as long. */
export function longWorkSeconds(duration: number): number {
  return SHORT_WORK_SECONDS + Math.min(duration, MAX_SECONDS) / 2;
}
