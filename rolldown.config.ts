import { defineConfig, type Plugin } from 'rolldown';

/** Packages that stay in node_modules. A start loads 2,400 files otherwise, which takes most of its time. */
const EXTERNAL = [
  // Native code.
  '@zvec/zvec',
  'onnxruntime-node',
  'sharp',
  '@napi-rs/canvas',
  // They find their own files by their path.
  'pdfjs-dist',
  'tesseract.js',
  'weaviate-client',
  // Loaded only when configured.
  '@ai-sdk/anthropic',
  '@ai-sdk/google',
  '@ai-sdk/openai',
  '@ai-sdk/openai-compatible',
  '@google-cloud/storage',
  '@google-cloud/tasks',
  '@opentelemetry/exporter-metrics-otlp-proto',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-trace',
  '@sendgrid/mail',
  'cohere-ai',
  'firebase-admin',
  'google-auth-library',
  'ioredis',
  // Optional packages of others, which are not installed.
  'class-validator',
  'graphql-subscriptions',
  'pg-native',
];

/**
 * V8 keeps the source: one other character makes it use two bytes for each. The raw text of templates with others is only
 * used for regular expressions, which read the escapes, too.
 */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle: (_options, bundle) => {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/[^\0-\u007f]/g, escaped);
    }
  },
};

function escaped(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The process that serves, in few files: `dist/bundle/main.js`. Everything else runs from the files that `tsc` writes. */
export default defineConfig({
  input: 'dist/main.js',
  platform: 'node',
  // graphql otherwise makes sure at each check of a type that it is not of a second copy. The service reads its own variables
  // by another name.
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  external: (id) => EXTERNAL.some((name) => id === name || id.startsWith(`${name}/`)),
  // Names without a hash, so that the compile cache replaces what it has of an older build.
  output: {
    dir: 'dist/bundle',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    keepNames: true,
    comments: false,
    plugins: [asciiOnly],
  },
});
