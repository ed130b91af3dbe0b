import { type Command, UsageError } from './command.ts';
import { readable } from './reply-text.ts';
import { serviceUrl } from './service-url.ts';
import { callOptions, postCall, withKey } from './tool-calls.ts';

export const call: Command = {
  name: 'call',
  takes: "CHANNEL TOOL ['{…}']",
  summary:
    'Calls a tool of the running service. Without a key of your own, one that lives for minutes is made and revoked again.',
  options: callOptions,
  async run(given) {
    const [channel, tool, text = '{}'] = given.words;
    if (!channel || !tool)
      throw new UsageError(
        "call takes a channel, a tool and its arguments as JSON: adhelm call search get_customer '{}'",
      );
    const args = parseArguments(text);
    const address = `${serviceUrl(given)}/${encodeURIComponent(channel)}/mcp`;
    const reply = await withKey(given, (key) => postCall(address, key, tool, args));
    given.print(given.json ? reply.text : readable(reply.result, reply.ok, process.stdout.columns));
    return reply.ok ? 0 : 1;
  },
};

function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The arguments are not JSON: ${(error as Error).message}`);
  }
}
