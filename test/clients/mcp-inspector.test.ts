import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChannels } from '../../src/build.ts';
import { startTestService, type TestService } from '../service.ts';

const PROGRAM = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);

let service: TestService;
let home: string;

beforeAll(async () => {
  service = await startTestService({ emulators: [] });
  home = mkdtempSync(join(tmpdir(), 'adhelm-inspector-'));
});

afterAll(async () => {
  await service.close();
  rmSync(home, { recursive: true, force: true });
});

/** The Inspector's command line as a person would type it, with a home of its own. */
async function inspect(channel: string, ...options: string[]) {
  const target = [`${service.url}/${channel}/mcp`, '--transport', 'http', '--header'];
  const child = spawn(
    process.execPath,
    [PROGRAM, '--cli', ...target, `Authorization: Bearer ${service.key}`, '--format', 'json', ...options],
    { cwd: home, env: { PATH: process.env.PATH, HOME: home } },
  );
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ]);
  expect(code, output + errors).toBe(0);
  return JSON.parse(output).result;
}

describe.each(['legacy', 'auto', 'modern'])('the Inspector, %s', (era) => {
  test('lists and calls a tool', async () => {
    const { tools } = await inspect('workspace', '--protocol-era', era, '--method', 'tools/list');
    expect(tools.map(({ name }: { name: string }) => name)).toContain('list_workspaces');
    const result = await inspect(
      'workspace',
      ...['--protocol-era', era, '--method', 'tools/call', '--tool-name', 'list_workspaces'],
    );
    expect(result.structuredContent.workspaces).toMatchObject([{ name: 'Acme' }, { name: 'Acme Japan' }]);
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
  });
});

test('the Inspector finds no schema in any channel that some client could not read', async () => {
  const { byAddress } = await findChannels();
  for (const address of byAddress.keys()) await inspect(address, '--method', 'tools/list', '--strict');
});
