import type { Channel } from '../../src/tools/channel.ts';

/** Exists in tests only: tools with the names and answers that the official conformance suite asks for. */
export const channel: Channel<undefined> = {
  name: 'conformance',
  title: 'Conformance',
  instructions: 'Fixtures of the MCP conformance suite.',
  hosts: {},
  needsConnection: false,
  connect: () => undefined,
};
