import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVICE = 'http://127.0.0.1:4000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [react()],
  // `npx vite dashboard`: the pages with fast refresh, on a service that runs on its usual port.
  server: { proxy: Object.fromEntries(['/graphql', '/api', '/cdn', '/uploads'].map((path) => [path, SERVICE])) },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Everything is a file of its own: the policy of the page allows no data URLs but images.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The editor of a body, with the parsers of HTML and Markdown, is loaded with the first item.
    chunkSizeWarningLimit: 750,
  },
});
