import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Moment } from '../../../tools/fields.ts';
import { UNDONE_MAX, UndoReport } from '../../../tools/history-desk.ts';
import { exactlyOne, needs } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'undo_change',
  title: 'Undo a change',
  description:
    'Takes changes back: one, several, all of a call, or all of a key since a moment, newest first. Says field by field what goes back; what was changed since is left alone. Only previews unless preview is false; its plans obey policy and limits. What was made is paused, never deleted; an undo of an undo is a redo.',
  toolset: 'history',
  access: 'write',
  repeat: 'never',
  recordsItself: true,
  lessens: (request, { history }) => history.undoLessens(request),
  input: z.strictObject({
    change_id: z.string().optional().describe('From list_history'),
    change_ids: z.array(z.string()).min(1).max(UNDONE_MAX).optional().describe('Several of them, as one undo'),
    call_id: z.string().optional().describe('All of that call'),
    since: Moment.optional().describe('With key: all of its changes from this moment on'),
    key: z.string().optional().describe('Id of the key or person that made them'),
    preview: z.boolean().default(true).describe('False: makes what the policy allows'),
    reason: z.string().max(500).optional().describe('Shown to who approves it'),
  }),
  output: UndoReport,
  rules: (args) => [
    ...exactlyOne(args, ['change_id', 'change_ids', 'call_id', 'since']),
    ...needs(args, 'since', 'key'),
    ...needs(args, 'key', 'since'),
  ],
  look: () => ({ tool: 'list_history', arguments: {} }),
  run: (request, { history }) => history.undo(request),
});
