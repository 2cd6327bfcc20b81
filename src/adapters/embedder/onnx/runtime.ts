import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Tells whether onnxruntime-node brings a binary for this kind of machine: it has none for macOS on Intel processors. */
export function hasOnnxRuntime({ platform, arch }: { platform: string; arch: string } = process): boolean {
  const folder = dirname(dirname(createRequire(import.meta.url).resolve('onnxruntime-node')));
  return existsSync(join(folder, 'bin', 'napi-v6', platform, arch, 'onnxruntime_binding.node'));
}
