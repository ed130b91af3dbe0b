import { ReplyCache } from '../../src/memory/reply-cache.ts';
import type { ReportContext } from '../../src/reports/fan-out.ts';
import type { Channel } from '../../src/tools/channel.ts';

/** What a report is made in, with one connection: of this channel, spoken to through this client. */
export function contextOf(channel: Channel, client: unknown): ReportContext {
  const place = {
    workspace: { id: 'ws', name: 'Agency' },
    channel,
    mode: 'live' as const,
    configured: undefined,
    fence: undefined,
    identity: 'one',
    connect: () => ({ client, platformNow: Date.now }),
  };
  return {
    signal: new AbortController().signal,
    progress() {},
    now: Date.now,
    reach: {
      memory: new ReplyCache({ bytesMax: 16_777_216, lifeMs: 3_600_000, now: Date.now }),
      channelDeadlineMs: 600_000,
      unexpected(error: unknown): never {
        throw error;
      },
      channels: async () => [place],
    },
  };
}
