import { Failure } from '../errors.ts';
import type { Tool } from '../tools/define-tool.ts';
import { stopsSomething } from '../tools/less-spending.ts';
import { mayPassAbove, stoppedFromAbove } from '../tools/level-above.ts';

/** A pause that the platform did not carry out is answered with the call that stops the same thing from above. */
export function withLevelAbove(failure: Failure, tool: Tool, args: Record<string, unknown>): Failure {
  if (!mayPassAbove(failure) || !stopsSomething(tool, args)) return failure;
  const way = stoppedFromAbove(
    tool.channel.levels ?? [],
    tool.name,
    ({ tool: name, argument }) => name === tool.name || args[`${argument}s`] !== undefined,
    args,
  );
  if (way === '') return failure;
  return new Failure({ ...failure.details, nextStep: `${failure.details.nextStep} ${way}` });
}
