import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor, readCursor, writeCursor } from '../../../tools/listing.ts';
import { PLAN_STATES, ShownPlan } from '../../../tools/plan-desk.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'list_plans',
  title: 'List planned changes',
  description: 'Changes that were previewed, or that wait for a person to agree; newest first.',
  toolset: 'plans',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    state: z.enum(PLAN_STATES).optional().describe('Only those'),
    ...listArguments(50, 100),
  }),
  output: z.object({ plans: z.array(ShownPlan), ...nextCursor }),
  async run({ cursor, limit, ...filter }, { plans: desk }) {
    const after = cursor === undefined ? undefined : readCursor(filter, cursor);
    const { plans, next } = await desk.list({ ...filter, limit, after });
    return { plans, ...(next !== undefined && { next_cursor: writeCursor(filter, next) }) };
  },
});
