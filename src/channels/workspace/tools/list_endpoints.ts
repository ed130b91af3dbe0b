import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { ShownEndpoint } from '../../../tools/endpoint-desk.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'list_endpoints',
  title: 'List where alerts go',
  description:
    'Where alerts and scheduled reports of the workspace can be sent: webhooks, mail addresses, Slack and Teams channels, with the ids that monitors and schedules take. People add them on the page Where alerts go or with adhelm endpoint add.',
  toolset: 'watching',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({}),
  output: z.object({ endpoints: z.array(ShownEndpoint) }),
  async run(_, { endpoints }) {
    return { endpoints: await endpoints.list() };
  },
});
