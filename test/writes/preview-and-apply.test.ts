import { describe, expect, test } from 'vitest';
import { discover } from '../../src/pipeline/registry.ts';
import { sandboxed } from '../sandboxed.ts';
import { EXAMPLES } from './examples/all.ts';
import type { Any } from './examples/example.ts';

/** Every write tool of every channel: its preview changes nothing, and what was previewed is what is then made. */
const { byAddress } = await discover(new URL('../../src/channels', import.meta.url).pathname);

const CHANNELS = ['social', 'search', 'professional', 'video', 'tags'] as const;

/** Tools without an example here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'search apply_recommendation': 'the platform offers a few, each of which can be taken once',
  'search dismiss_recommendation': 'the same',
};

/** Made once by the first call of the test: the platform gives the same answer for the same content. */
const KNOWN_BY_CONTENT: Readonly<Record<string, string>> = {
  'social upload_ad_image': 'an image is known by the hash of its content',
};

for (const channel of CHANNELS) {
  const examples = EXAMPLES[channel]!;
  const writes = (byAddress.get(channel) ?? []).filter(
    ({ access, name }) => access !== 'read' && !(`${channel} ${name}` in ELSEWHERE),
  );

  describe(channel, () => {
    const sandbox = sandboxed(channel);

    test.each(writes.map(({ name }) => name))(
      '%s: a preview sends nothing, and applied it does what the call does',
      async (name) => {
        const first = await examples[name]!(sandbox);
        const earlier = (await sandbox.ledger()).length;
        await sandbox.call(name, first);
        const usual = (await sandbox.ledger()).slice(earlier);
        const args = await examples[name]!(sandbox);
        const before = (await sandbox.ledger()).length;
        const { plan } = await sandbox.call(name, { ...args, preview: true });
        expect(plan, name).toMatchObject({ state: 'planned', tool: name, channel });
        expect((await sandbox.ledger()).length, 'a preview changes nothing').toBe(before);
        const { isError, result } = await sandbox.service().call('workspace', 'apply_plan', { plan_id: plan.id });
        expect(isError, JSON.stringify(result)).toBe(false);
        const made = (await sandbox.ledger()).slice(before);
        if (!(`${channel} ${name}` in KNOWN_BY_CONTENT)) expect(made.map(kindOf)).toEqual(usual.map(kindOf));
        const again = await sandbox.service().call('workspace', 'apply_plan', { plan_id: plan.id });
        expect(again.result.error).toMatchObject({ code: 'conflict', outcome: 'applied' });
        expect((await sandbox.ledger()).length).toBe(before + made.length);
      },
    );
  });
}

const kindOf = ({ kind, resource }: Any) => `${kind} ${resource}`;
