import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { completable, createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

export interface Reference {
  url: string;
  close(): Promise<void>;
}

/** The official server with tools, prompts and resources of the same names and shapes as the fixture channel has. */
export async function startReference(): Promise<Reference> {
  const handler = createMcpHandler(officialServer);
  const answer = toNodeHandler(handler);
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const words = (text: string) => ({ content: [{ type: 'text' as const, text }] });

function officialServer(): McpServer {
  const server = new McpServer({ name: 'reference', version: '1.0.0' });
  server.registerTool('test_simple_text', { inputSchema: z.strictObject({}) }, () => words('simple'));
  server.registerTool('test_error_handling', { inputSchema: z.strictObject({}) }, () => {
    throw new Error('intended');
  });
  const routed = z.strictObject({
    region: z.string().meta({ 'x-mcp-header': 'Region' }),
    level: z.int().meta({ 'x-mcp-header': 'Level' }).optional(),
  });
  server.registerTool('test_x_mcp_header', { inputSchema: routed }, ({ region }) => words(region));
  server.registerTool('test_missing_capability', { inputSchema: z.strictObject({}) }, () =>
    inputRequired({
      inputRequests: {
        opinion: {
          method: 'sampling/createMessage',
          params: { messages: [{ role: 'user', content: { type: 'text', text: 'Well?' } }], maxTokens: 100 },
        },
      },
    }),
  );
  const simple = { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'simple' } }] };
  server.registerPrompt('test_simple_prompt', {}, () => simple);
  const completed = z.object({ arg1: completable(z.string(), () => ['test one']), arg2: z.string() });
  server.registerPrompt('test_prompt_with_arguments', { argsSchema: completed }, () => simple);
  server.registerResource('text', 'test://static-text', {}, (uri) => ({
    contents: [{ uri: uri.href, text: 'static' }],
  }));
  return server;
}
