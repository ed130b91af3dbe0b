import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Moment } from '../../../tools/fields.ts';
import { listArguments, nextCursor, readCursor, writeCursor } from '../../../tools/listing.ts';
import { ShownAlert } from '../../../tools/monitor-desk.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'list_alerts',
  title: 'List alerts',
  description:
    'What monitors have found: state, since when, figures, what changed just before (not said to be the cause), and calls that would mend it. Newest first.',
  toolset: 'watching',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    state: z.enum(['firing', 'seen', 'resolved']).optional().describe('seen: acknowledged, and not over yet'),
    since: Moment.optional().describe('Began or ended from this moment on'),
    ...listArguments(25, 100),
  }),
  output: z.object({ alerts: z.array(ShownAlert), ...nextCursor }),
  async run({ cursor, limit, ...filter }, { monitors }) {
    const after = cursor === undefined ? undefined : readCursor(filter, cursor);
    const { alerts, next } = await monitors.alerts({ ...filter, limit, after });
    return { alerts, ...(next !== undefined && { next_cursor: writeCursor(filter, next) }) };
  },
});
