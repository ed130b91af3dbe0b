import { z } from 'zod';
import { accountsArguments, accountsOutput, listAccounts } from '../../../reports/list-accounts.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'list_accounts',
  title: 'List ad accounts of all channels',
  description:
    'Every ad account that the connections of the workspace reach: channel, currency, time zone of its days, status, and whether calls use it by default.',
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject(accountsArguments),
  output: z.object(accountsOutput),
  rules: ({ workspaces, ...args }) =>
    workspaces !== undefined && (args as { workspaceId?: string }).workspaceId !== undefined
      ? [{ field: 'workspaces', message: 'cannot be given together with workspaceId' }]
      : [],
  run: (args, context) => listAccounts(args, context),
});
