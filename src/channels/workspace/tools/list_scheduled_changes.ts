import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor, readCursor, writeCursor } from '../../../tools/listing.ts';
import { CHANGE_STATES, ShownScheduledChange } from '../../../tools/schedule-desk.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'list_scheduled_changes',
  title: 'List scheduled changes',
  description: 'Changes that wait for their hour, and what became of earlier ones.',
  toolset: 'schedules',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    state: z.enum(CHANGE_STATES).optional().describe('Only those'),
    ...listArguments(25, 100),
  }),
  output: z.object({ changes: z.array(ShownScheduledChange).describe('The latest hour first'), ...nextCursor }),
  async run({ cursor, limit, ...filter }, { schedules }) {
    const after = cursor === undefined ? undefined : readCursor(filter, cursor);
    const { changes, next } = await schedules.changes({ ...filter, limit, after });
    return { changes, ...(next !== undefined && { next_cursor: writeCursor(filter, next) }) };
  },
});
