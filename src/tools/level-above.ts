import type { ErrorCode, Failure } from '../errors.ts';
import type { Level } from './channel.ts';
import { FILL_IN } from './ready-call.ts';

/** Refusals that say nothing against the pause itself, so that a pause one level higher may pass. */
const PASSING: readonly ErrorCode[] = [
  'rate_limited',
  'upstream_unavailable',
  'outcome_unknown',
  'conflict',
  'internal',
];

export function mayPassAbove({ code, outcome }: Pick<Failure, 'code' | 'outcome'>): boolean {
  return outcome !== 'applied' && PASSING.includes(code);
}

/** What stops an object from above, in a sentence: `ids` name what it belongs to. Empty for what is no level of the channel. */
export function stoppedFromAbove(
  levels: readonly Level[],
  tool: string,
  isOwn: (level: Level) => boolean,
  ids: Readonly<Record<string, unknown>>,
): string {
  const owner = levels.find(({ below }) => below?.includes(tool));
  const own = levels.findIndex(isOwn);
  return owner || own >= 0 ? wayOut(owner ?? levels[own - 1], ids) : '';
}

function wayOut(above: Level | undefined, ids: Readonly<Record<string, unknown>>): string {
  if (!above) return "If it must stop now, switch it off on the platform's own pages: nothing here stands above it.";
  const call = `${above.tool} ${JSON.stringify({ [above.argument]: ids[above.argument] ?? FILL_IN, status: above.off })}`;
  return `If it must stop now, switch off what it belongs to: ${call}.`;
}
