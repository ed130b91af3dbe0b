import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');

/** What our charts never draw and Mantine's bring along all the same: some 8 kB of the first load. */
const NOT_DRAWN = /recharts\/es6\/(?:cartesian|component)\/(Area|Brush|Legend|ReferenceLine)\.js$/;
const leaveOut: Plugin = {
  name: 'leave-out',
  load: (id) => {
    const [, name] = NOT_DRAWN.exec(id) ?? [];
    return name && `export const ${name} = () => null;`;
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), leaveOut],
  // The service puts a fresh value in its place with every page, so that the styles Mantine writes are allowed by the policy.
  html: { cspNonce: '__CSP_NONCE__' },
  cacheDir: resolve(ROOT, 'dist/.vite'),
  // Recharts takes d3's scales as a whole, with the formats of time and colours that come along.
  resolve: { alias: { 'victory-vendor/d3-scale': resolve(import.meta.dirname, 'parts/chart-scales.ts') } },
  build: {
    outDir: resolve(ROOT, 'dist/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    // What most pages use is one file: fifty small ones are a twentieth more to send. No page opens with a dialog.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 6, test: /^(?!.*(?:\/Modal|parts\/dialog))/ }] },
      },
    },
  },
  server: {
    fs: { strict: false },
    proxy: { '^/api/(trpc|auth)/': process.env.ADHELM_URL ?? 'http://127.0.0.1:4800' },
  },
});
