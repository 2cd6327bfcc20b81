import type { TimeRange } from '../../ports/media-tools.ts';
import { MAX_PAUSES } from './limits.ts';

/** Prints where silence of at least 0.3 seconds starts and ends. */
export const PAUSE_FILTER =
  'aformat=channel_layouts=mono:sample_rates=16000,silencedetect=noise=-35dB:d=0.3,ametadata=mode=print:file=-';

export function pauseReader() {
  const pauses: TimeRange[] = [];
  let startTime: number | null = null;
  const end = (endTime: number): void => {
    const pauseStart = startTime;
    startTime = null;
    if (pauseStart === null || endTime <= pauseStart || pauses.length >= MAX_PAUSES) return;
    pauses.push({ startTime: pauseStart, endTime });
  };
  return {
    read(line: string): void {
      const [, edge, value] = /^lavfi\.silence_(start|end)=(-?[\d.]+)/.exec(line) ?? [];
      if (edge === 'start') startTime = Math.max(0, Number(value));
      if (edge === 'end') end(Number(value));
    },
    /** @param endTime of the sound; a pause may last until then */
    finish(endTime: number): TimeRange[] {
      end(endTime);
      return pauses;
    },
  };
}
