import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The service puts a fresh value in its place with every page, so that the styles Mantine writes are allowed by the policy.
  html: { cspNonce: '__CSP_NONCE__' },
  cacheDir: resolve(ROOT, 'dist/.vite'),
  build: {
    outDir: resolve(ROOT, 'dist/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
  },
  server: {
    fs: { strict: false },
    proxy: { '^/api/(trpc|auth)/': process.env.ADHELM_URL ?? 'http://127.0.0.1:4800' },
  },
});
