import type { Channel } from '../../tools/channel.ts';

/** The service's own area: about workspaces, not about a platform. */
export const channel: Channel<undefined> = {
  name: 'workspace',
  title: 'Workspaces',
  instructions: 'Which workspaces there are, which channels each has connected, and the spreadsheets it can read.',
  hosts: {},
  needsConnection: false,
  connect: () => undefined,
};
