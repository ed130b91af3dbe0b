import {
  Client as Client2,
  type ClientOptions,
  StreamableHTTPClientTransport as Transport2,
} from '@modelcontextprotocol/client';
import { Client as Client13 } from 'mcp-sdk-1.13/client/index.js';
import { StreamableHTTPClientTransport as Transport13 } from 'mcp-sdk-1.13/client/streamableHttp.js';
import { CallToolResultSchema as Result13 } from 'mcp-sdk-1.13/types.js';
import { Client as Client32 } from 'mcp-sdk-1.32/client/index.js';
import { StreamableHTTPClientTransport as Transport32 } from 'mcp-sdk-1.32/client/streamableHttp.js';
import { CallToolResultSchema as Result32 } from 'mcp-sdk-1.32/types.js';

/** What the tests do with a client, whichever release it is of. */
export interface OfficialClient {
  tools(): Promise<{ name: string; title?: string | undefined; outputSchema?: unknown; annotations?: unknown }[]>;
  call(tool: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  close(): Promise<void>;
}

interface CallOptions {
  onprogress?: (progress: { progress: number; total?: number | undefined }) => void;
  signal?: AbortSignal;
}

interface ToolResult {
  content: { type: string; text?: string }[];
  structuredContent?: unknown;
  isError?: boolean | undefined;
}

export type Connect = (url: URL, key: string) => Promise<OfficialClient>;

const ME = { name: 'adhelm-tests', version: '1.0.0' };
const keyed = (key: string) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });

async function connect13(url: URL, key: string): Promise<OfficialClient> {
  const client = new Client13(ME);
  await client.connect(new Transport13(url, keyed(key)));
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options) =>
      (await client.callTool({ name, arguments: args }, Result13, options)) as ToolResult,
    close: () => client.close(),
  };
}

async function connect32(url: URL, key: string): Promise<OfficialClient> {
  const client = new Client32(ME);
  await client.connect(new Transport32(url, keyed(key)) as never);
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options) =>
      (await client.callTool({ name, arguments: args }, Result32, options)) as ToolResult,
    close: () => client.close(),
  };
}

function connect2(mode: NonNullable<ClientOptions['versionNegotiation']>['mode'], version: string): Connect {
  return async (url, key) => {
    const client = new Client2(ME, { versionNegotiation: { mode } } as ClientOptions);
    await client.connect(new Transport2(url, keyed(key)));
    const agreed = client.getNegotiatedProtocolVersion();
    if (agreed !== version) throw new Error(`agreed on ${agreed} instead of ${version}`);
    return {
      tools: async () => (await client.listTools()).tools,
      call: async (name, args = {}, options) =>
        (await client.callTool({ name, arguments: args }, options)) as ToolResult,
      close: () => client.close(),
    };
  };
}

export const OFFICIAL_CLIENTS: readonly (readonly [string, Connect])[] = [
  ['1.13', connect13],
  ['1.32', connect32],
  ['2.4 legacy', connect2('legacy', '2025-11-25')],
  ['2.4 auto', connect2('auto', '2026-07-28')],
  ['2.4 pinned to 2026-07-28', connect2({ pin: '2026-07-28' }, '2026-07-28')],
];
