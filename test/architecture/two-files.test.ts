import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { discover } from '../../src/pipeline/registry.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'adhelm-two-files-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const TOOL = `import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'say_hello',
  title: 'Say hello',
  description: 'Greets.',
  toolset: 'greetings',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ name: z.string().describe('Whom to greet') }),
  output: z.object({ greeting: z.string() }),
  run: async ({ name }) => ({ greeting: \`hello \${name}\` }),
});
`;

test('adding a tool needs exactly two new files: the tool and its test', async () => {
  cpSync(join(ROOT, 'src'), join(copy, 'src'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(copy, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const tools = join(copy, 'src/channels/workspace/tools');
  writeFileSync(join(tools, 'say_hello.ts'), TOOL);
  writeFileSync(join(tools, 'say_hello.test.ts'), "import { test } from 'vitest';\ntest('greets', () => {});\n");

  const { byAddress } = await discover(join(copy, 'src/channels'));
  const added = byAddress.get('workspace')?.find(({ name }) => name === 'say_hello');
  expect(added?.title).toBe('Say hello');
  expect(added?.annotations.readOnlyHint).toBe(true);
});
