/** A time in a video, such as `01:04`, or `1:01:04` from one hour on. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const short = [minutes, rest].map((part) => String(part).padStart(2, '0')).join(':');
  return hours > 0 ? `${hours}:${short}` : short;
}
