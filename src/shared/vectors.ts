/** Whether a model's answer can be stored and compared: so many numbers, all of them finite. */
export function isVector(vector: Float32Array | undefined, dimensions: number): vector is Float32Array {
  return vector?.length === dimensions && vector.every(Number.isFinite);
}
