import { type ErrorCode, Failure } from '../errors.ts';
import type { Level } from '../tools/channel.ts';
import type { Tool } from '../tools/define-tool.ts';
import { stopsSomething } from '../tools/less-spending.ts';
import { FILL_IN } from '../tools/ready-call.ts';

/** Refusals that say nothing against the pause itself, so that a pause one level higher may pass. */
const PASSING: readonly ErrorCode[] = [
  'rate_limited',
  'upstream_unavailable',
  'outcome_unknown',
  'conflict',
  'internal',
];

/** A pause that the platform did not carry out is answered with the call that stops the same thing from above. */
export function withLevelAbove(failure: Failure, tool: Tool, args: Record<string, unknown>): Failure {
  const { levels = [] } = tool.channel;
  if (failure.outcome === 'applied' || !PASSING.includes(failure.code) || !stopsSomething(tool, args)) return failure;
  const owner = levels.find(({ below }) => below?.includes(tool.name));
  const own = levels.findIndex(({ tool: name, argument }) => name === tool.name || args[`${argument}s`] !== undefined);
  if (!owner && own < 0) return failure;
  return new Failure({
    ...failure.details,
    nextStep: `${failure.details.nextStep} ${wayOut(owner ?? levels[own - 1], args)}`,
  });
}

function wayOut(above: Level | undefined, args: Record<string, unknown>): string {
  if (!above) return "If it must stop now, switch it off on the platform's own pages: nothing here stands above it.";
  const call = `${above.tool} ${JSON.stringify({ [above.argument]: args[above.argument] ?? FILL_IN, status: above.off })}`;
  return `If it must stop now, switch off what it belongs to: ${call}.`;
}
