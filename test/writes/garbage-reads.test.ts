import { beforeEach, describe, expect, test } from 'vitest';
import { discover } from '../../src/pipeline/registry.ts';
import type { Tool } from '../../src/tools/define-tool.ts';
import { sandboxed } from '../sandboxed.ts';
import { isLong, seed } from '../seed.ts';

/** Every read tool that needs no argument but these, with a platform that answers nonsense. */
const ARGUMENTS: Readonly<Record<string, Record<string, unknown>>> = { tags: { container_id: '7001' } };
const { byAddress } = await discover(new URL('../../src/channels', import.meta.url).pathname);
const FORMS = ['truncated', 'html', 'wrong_shape', 'empty'] as const;
/** All forms of nonsense in a long run; otherwise one a tool, another one with another seed. */
const formsOf = (at: number) => (isLong ? FORMS : [FORMS[(at + seed) % FORMS.length]!]);

describe.each(['social', 'search', 'professional', 'video', 'tags'])('%s', (channel) => {
  const sandbox = sandboxed(channel);
  const argumentsOf = ({ input }: Tool) =>
    [{}, ARGUMENTS[channel] ?? {}].find((given) => input.safeParse(given).success);
  const reads = (byAddress.get(channel) ?? []).filter((tool) => tool.access === 'read' && argumentsOf(tool));
  beforeEach(async () => {
    await sandbox.clearFaults();
    await sandbox.passTime(30_000);
  });

  test.each(reads.flatMap((tool, at) => formsOf(at).map((form) => [tool.name, form, argumentsOf(tool)] as const)))(
    '%s, answered by garbage (%s), is called the fault of the platform',
    async (name, form, given) => {
      const before = (await sandbox.requests()).at(-1)?.seq ?? 0;
      await sandbox.fault('garbage', '.', { form, times: 1_000 });
      const { isError, result } = await sandbox.service().call(channel, name, { ...given });
      const asked = (await sandbox.requests()).some(({ seq }) => seq > before);
      // A tool that answers from what we know asks no platform, and one that needs arguments says so first.
      if (!asked) return;
      expect(isError, JSON.stringify(result).slice(0, 500)).toBe(true);
      expect(result.error, JSON.stringify(result)).toMatchObject({
        code: 'upstream_unavailable',
        outcome: 'not_applied',
      });
    },
  );
});
