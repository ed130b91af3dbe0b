import { beforeEach, describe, expect, test } from 'vitest';
import { discover } from '../../src/pipeline/registry.ts';
import { sandboxed } from '../sandboxed.ts';

/** Every read tool that needs no argument, with a platform that answers nonsense. */
const { byAddress } = await discover(new URL('../../src/channels', import.meta.url).pathname);
const FORMS = ['truncated', 'html', 'wrong_shape', 'empty'] as const;

describe.each(['social', 'search', 'professional', 'video'])('%s', (channel) => {
  const sandbox = sandboxed(channel);
  const reads = (byAddress.get(channel) ?? []).filter(
    ({ access, input }) => access === 'read' && input.safeParse({}).success,
  );
  beforeEach(async () => {
    await sandbox.clearFaults();
    await sandbox.passTime(30_000);
  });

  test.each(reads.map((tool, at) => [tool.name, FORMS[at % FORMS.length]!] as const))(
    '%s, answered by garbage (%s), is called the fault of the platform',
    async (name, form) => {
      const before = (await sandbox.requests()).at(-1)?.seq ?? 0;
      await sandbox.fault('garbage', '.', { form, times: 1_000 });
      const { isError, result } = await sandbox.service().call(channel, name, {});
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
