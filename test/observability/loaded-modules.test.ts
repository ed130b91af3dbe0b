import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADHELM, callTool, cleanEnvironment, running } from '../start/command-line.ts';
import { dataFolder } from '../start/data-folder.ts';
import { startCollector } from './collector.ts';

const folder = dataFolder();

/** Which packages a service loads from its start to its end, a tool call in between. */
async function packagesLoaded(environment: Record<string, string>): Promise<Set<string>> {
  const list = join(folder.path, 'loaded.txt');
  const watch = join(folder.path, 'watch.mjs');
  writeFileSync(list, '');
  writeFileSync(
    watch,
    `import { appendFileSync } from 'node:fs';
     import { registerHooks } from 'node:module';
     registerHooks({
       load(url, context, next) {
         const [name] = /(?<=node_modules\\/)(?:@[^/]+\\/)?[^/]+(?!.*node_modules)/.exec(url) ?? [];
         if (name) appendFileSync(${JSON.stringify(list)}, name + '\\n');
         return next(url, context);
       },
     });`,
  );
  const args = ['--import', watch, ADHELM, 'serve', '--data', join(folder.path, 'data')];
  const service = await running(
    spawn(process.execPath, args, { env: cleanEnvironment({ ADHELM_SANDBOX: 'off', ...environment }) }),
  );
  key = service.key ?? key;
  expect((await callTool(service.url, key, 'list_workspaces', 'workspace')).status).toBe(200);
  await service.stop();
  return new Set(readFileSync(list, 'utf8').split('\n').filter(Boolean));
}

let key = '';
const optional = /^(@opentelemetry|@redis)\//;

test('what is not configured is not loaded', async () => {
  const loaded = await packagesLoaded({});
  expect(loaded).toContain('zod');
  expect([...loaded].filter((name) => optional.test(name))).toEqual([]);
});

test('with an endpoint, the official packages are loaded', async () => {
  const collector = await startCollector();
  try {
    const loaded = await packagesLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    expect(loaded).toContain('@opentelemetry/exporter-trace-otlp-proto');
    // What was traced in the last moment is sent before the process ends.
    expect(collector.spans().map(({ name }) => name)).toEqual(['tools/call list_workspaces']);
  } finally {
    await collector.close();
  }
});
