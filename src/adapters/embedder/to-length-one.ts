export function toLengthOne(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => (length > 0 ? number / length : 0));
}
