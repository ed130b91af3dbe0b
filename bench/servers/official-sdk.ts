import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** The official SDK's handler with as many tools as we have, each giving the same fixed result. */
const [count = '1', text = '{}'] = process.argv.slice(2);

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'official', version: '1.0.0' });
  for (let index = 0; index < Number(count); index++) {
    server.registerTool(
      index === 0 ? 'list_workspaces' : `tool_${index}`,
      { title: `Tool ${index}`, description: 'A tool.', inputSchema: z.strictObject({ limit: z.number().optional() }) },
      async () => ({ content: [{ type: 'text' as const, text }] }),
    );
  }
  return server;
});

const server = createServer(toNodeHandler(handler));
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
