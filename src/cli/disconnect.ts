import { type Command, required, UsageError } from './command.ts';
import { withHome } from './with-home.ts';
import { workspaceNamed } from './workspace-named.ts';

export const disconnect: Command = {
  name: 'disconnect',
  takes: 'CHANNEL',
  summary: "Takes a channel's connection from a workspace and erases its tokens. The platform itself is not told.",
  options: { workspace: { type: 'string', meaning: 'Workspace, by name or id', value: 'NAME' } },
  async run(given) {
    const [channel] = given.words;
    if (channel === undefined)
      throw new UsageError('disconnect takes a channel: adhelm disconnect search --workspace Acme');
    const named = required(given, 'workspace');
    return withHome(given, async (home) => {
      const { id: workspaceId, name, connections } = await workspaceNamed(home, named);
      const removed = await home.connections.remove(workspaceId, channel, 'command line');
      const others = connections.map((one) => one.channel).join(', ') || 'none';
      given.print(
        given.json
          ? JSON.stringify({ workspaceId, channel, disconnected: removed })
          : removed
            ? `${name} is no longer connected to ${channel}, and its tokens are erased. A running service follows within a second.`
            : `${name} is not connected to ${JSON.stringify(channel)}. Connected are: ${others}.`,
      );
      return removed ? 0 : 1;
    });
  },
};
