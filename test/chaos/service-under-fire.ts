import { z } from 'zod';
import { realAmbient } from '../../src/ambient.ts';
import { findChannels, startService } from '../../src/build.ts';
import { channel as office } from '../../src/channels/office/channel.ts';
import { channel } from '../../src/channels/search/channel.ts';
import { creating } from '../../src/channels/search/resources/wire/operation.ts';
import { loadSettings } from '../../src/config.ts';
import { watchTurns } from '../../src/event-loop/turn-length.testing.ts';
import { createLog } from '../../src/observe/log.ts';
import type { Registry } from '../../src/pipeline/registry.ts';
import { firstStart } from '../../src/process/first-start.ts';
import { openHome } from '../../src/process/home.ts';
import type { Channel } from '../../src/tools/channel.ts';
import { defineTool } from '../../src/tools/define-tool.ts';

/**
 * The real service, to be killed, beside a sandbox that lives on. It has one tool more than users see: a create of
 * which the platform gladly makes a second one, so that a write that was sent twice cannot hide.
 */
const createBudget = defineTool(channel, {
  name: 'create_budget',
  title: 'Create a budget',
  description: 'For tests.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({ name: z.string() }),
  output: z.object({ budget: z.object({ resource_name: z.string() }) }),
  async run({ name }, { client, account }) {
    const fields = { name, amountMicros: '1000000', explicitlyShared: false };
    const [made] = await client.mutateEach(account, [creating('campaignBudget', fields)]);
    if (!made?.resourceName) throw new Error(made?.error?.message);
    return { budget: { resource_name: made.resourceName } };
  },
});

/** What the test asks of the process besides HTTP: the keys that the service itself has no address for yet. */
export type Order = { id: number } & ({ make: string } | { revoke: string } | { look: true });
export type Word =
  | { ready: true; url: string; firstKey: string | undefined }
  | { done: number; key?: string; keyId?: string; heldMs?: number; rssBytes?: number };

const [controlOrigin = '', origins = '{}', connected = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit(0));

const settings = loadSettings(process.env);
const home = await openHome(settings, realAmbient);
const registry = withBudgets(await findChannels());
const connectedChannels = connected === 'all' ? registry.channels : [channel as Channel, office as Channel];
const made = await firstStart(home, connectedChannels, controlOrigin);
const service = await startService({
  settings,
  ambient: realAmbient,
  home,
  log: createLog('error', (text) => void process.stderr.write(text), Date.now),
  registry,
  sandboxOrigins: () => JSON.parse(origins),
});
process.on('message', (order: Order) => void carryOut(order));
tell({ ready: true, url: service.url, firstKey: made?.key });

let watch: ReturnType<typeof watchTurns> | undefined;

async function carryOut(order: Order): Promise<void> {
  if ('look' in order) {
    watch ??= watchTurns();
    tell({ done: order.id, heldMs: watch.longestMs(), rssBytes: process.memoryUsage.rss() });
  } else if ('make' in order) {
    const { id, key } = await home.keyRing.create({ workspaceId: order.make, name: `${order.id}`, actor: 'chaos' });
    tell({ done: order.id, key, keyId: id });
  } else {
    await home.keyRing.revoke(order.revoke, 'chaos');
    tell({ done: order.id });
  }
}

function withBudgets({ channels, byAddress }: Registry): Registry {
  const tools = [...(byAddress.get('search') ?? []), createBudget];
  return { channels, byAddress: new Map([...byAddress, ['search', tools]]) };
}

function tell(word: Word): void {
  process.send?.(word);
}
