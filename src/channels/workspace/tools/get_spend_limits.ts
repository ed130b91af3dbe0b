import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { LimitOverview } from '../../../tools/spend-overview.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'get_spend_limits',
  title: 'Get spend limits',
  description:
    'What the key, the workspace and the organization may spend at most, by currency, and how much of it runs or is held: a day, the worst day a platform may make of it, the month, the largest budget; for the key what its own changes added. Raises over `headroom` are refused (`over_limit`), and all of them while something is `unreadable`; pauses and cuts always pass. Only people change limits.',
  toolset: 'workspaces',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({}),
  output: LimitOverview,
  run: (_, context) => context.spendLimits(),
});
