import type { TimeRange } from '../../ports/media-tools.ts';
import { MAX_PAUSES } from './limits.ts';

/** Prints where silence of at least 0.3 seconds starts and ends. */
export const PAUSE_FILTER =
  'aformat=channel_layouts=mono:sample_rates=16000,silencedetect=noise=-35dB:d=0.3,ametadata=mode=print:file=-';

export class PauseReader {
  private readonly pauses: TimeRange[] = [];
  private startTime: number | null = null;

  read(line: string): void {
    const [, edge, value] = /^lavfi\.silence_(start|end)=(-?[\d.]+)/.exec(line) ?? [];
    if (edge === 'start') this.startTime = Math.max(0, Number(value));
    if (edge === 'end') this.end(Number(value));
  }

  /** @param endTime of the sound; a pause may last until then */
  pausesUntil(endTime: number): TimeRange[] {
    this.end(endTime);
    return this.pauses;
  }

  private end(endTime: number): void {
    const { startTime } = this;
    this.startTime = null;
    if (startTime === null || endTime <= startTime || this.pauses.length >= MAX_PAUSES) return;
    this.pauses.push({ startTime, endTime });
  }
}
