import { afterAll, beforeAll, expect } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { OFFICIAL_CLIENTS, type OfficialClient } from './mcp-official-clients.ts';

export interface Journey {
  /** Calls a tool that has to succeed and returns its structured result. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
  call(tool: string, args?: Record<string, unknown>): Promise<any>;
  client(): OfficialClient;
  service(): TestService;
}

/** The newest official client on one channel, for a whole test file. */
export function journey(channel: string): Journey {
  let service: TestService;
  let client: OfficialClient;
  beforeAll(async () => {
    service = await startTestService({ platforms: [channel] });
    const [, connect] = OFFICIAL_CLIENTS.at(-1)!;
    client = await connect(new URL(`${service.url}/${channel}/mcp`), service.key);
  });
  afterAll(async () => {
    await client?.close();
    await service?.close();
  });
  return {
    async call(tool, args = {}) {
      const { isError, structuredContent, content } = await client.call(tool, args);
      expect(isError ?? false, content[0]?.text).toBe(false);
      return structuredContent;
    },
    client: () => client,
    service: () => service,
  };
}
