import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');

/** Modules that recharts and Mantine import but our pages never render; stubbing them saves some 15 kB of the first load. */
const NOT_DRAWN = [
  /recharts\/es6\/\w+\/(?:Area|Brush|Cross|DefaultTooltipContent|Legend|ReferenceLine|Sector)\.js$/,
  /@mantine\/charts\/esm\/\w+\/(?:ChartLegend|ChartTooltip)\.mjs$/,
  /@mantine\/core\/esm\/components\/Table\/TableScrollContainer\.mjs$/,
];
const leaveOut: Plugin = {
  name: 'leave-out',
  load: (id) =>
    NOT_DRAWN.some((one) => one.test(id))
      ? exportsOf(readFileSync(id, 'utf8'))
          .map((name) => `export const ${name} = () => null;`)
          .join('\n')
      : undefined,
};

const exportsOf = (text: string) =>
  [...text.matchAll(/^export (?:(?:var|function) (\w+)|\{ (.*) \};)/gm)].flatMap(
    ([, one, several]) => one ?? several!.split(', '),
  );

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), leaveOut],
  // A placeholder: the service replaces it by a new nonce per reply, so that the CSP allows the styles Mantine adds.
  html: { cspNonce: '__CSP_NONCE__' },
  cacheDir: resolve(ROOT, 'dist/.vite'),
  // Recharts imports all of d3-scale with number formats and colour interpolation; these hold only what our charts use.
  resolve: {
    alias: {
      'victory-vendor/d3-scale': resolve(import.meta.dirname, 'parts/chart-scales.ts'),
      'd3-interpolate': resolve(import.meta.dirname, 'parts/chart-interpolation.ts'),
    },
  },
  build: {
    outDir: resolve(ROOT, 'dist/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    // What most pages use is one file: fifty small ones are a twentieth more to send. No page opens with a dialog or a long list of choices.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              minShareCount: 9,
              test: /^(?!.*(?:\/Modal|\/ScrollArea\/|\/Combobox\/|\/Select\/|parts\/dialog))/,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { strict: false },
    proxy: { '^/api/(trpc|auth)/': process.env.ADHELM_URL ?? 'http://127.0.0.1:4800' },
  },
});
