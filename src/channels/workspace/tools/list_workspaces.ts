import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'list_workspaces',
  title: 'List workspaces',
  description: 'The workspaces this key can see, with the channels connected in each and their configured accounts.',
  toolset: 'workspaces',
  access: 'read',
  repeat: 'safe',
  workspace: false,
  input: z.strictObject({}),
  output: z.object({
    workspaces: z.array(
      z.object({
        workspaceId: z.string(),
        name: z.string(),
        currency: z.string(),
        channels: z.array(
          z.object({ channel: z.string(), mode: z.enum(['sandbox', 'live']), account_id: z.string().optional() }),
        ),
      }),
    ),
    truncated: z.object({ returned: z.number(), of: z.number(), next_step: z.string() }).optional(),
  }),
  async run(_args, { workspaces, workspacesTotal }) {
    return {
      ...(workspaces.length < workspacesTotal && {
        truncated: {
          returned: workspaces.length,
          of: workspacesTotal,
          next_step: 'The oldest are shown. Any other can be named by its id in workspaceId.',
        },
      }),
      workspaces: workspaces.map(({ id, name, currency, connections }) => ({
        workspaceId: id,
        name,
        currency,
        channels: connections.map(({ channel: connected, mode, account }) => ({
          channel: connected,
          mode,
          account_id: account,
        })),
      })),
    };
  },
});
