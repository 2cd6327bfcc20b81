/** Tells whether a model's answer can be stored and compared: so many numbers, all of them finite. */
export function isVector(vector: Float32Array | undefined, dimensions: number): vector is Float32Array {
  return vector?.length === dimensions && vector.every(Number.isFinite);
}

export function vectorLength(numbers: ArrayLike<number>): number {
  let squares = 0;
  for (let index = 0; index < numbers.length; index++) squares += (numbers[index] ?? 0) * (numbers[index] ?? 0);
  return Math.sqrt(squares);
}

/** Returns the vector of length one in the same direction; a zero vector stays one. */
export function toLengthOne(numbers: ArrayLike<number>): Float32Array<ArrayBuffer> {
  const length = vectorLength(numbers) || 1;
  const vector = new Float32Array(numbers.length);
  for (let index = 0; index < vector.length; index++) vector[index] = (numbers[index] ?? 0) / length;
  return vector;
}
