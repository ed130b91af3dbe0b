import type { Transaction } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import type { Look } from './finding.ts';
import type { Monitor } from './monitor-records.ts';

const REASONS_SHOWN = 2;

/** Keeps what a look has come to, for the list of monitors. */
export async function noteLook(
  tx: Transaction<Tables>,
  { id, version }: Monitor,
  look: Look,
  mark: string,
  now: number,
): Promise<void> {
  const { state, words, watched } = summaryOf(look);
  await tx
    .updateTable('monitors')
    .set({ state, state_words: words, watched, judged_at: now, judged_mark: mark })
    .where('id', '=', id)
    // Another rule that was set meanwhile is judged by its own job.
    .where('version', '=', version)
    .execute();
}

function summaryOf({ findings, reasons }: Pick<Look, 'findings' | 'reasons'>): {
  state: 'firing' | 'quiet' | 'no_verdict';
  words: string;
  watched: number;
} {
  const count = (state: string) => findings.filter(({ verdict }) => verdict.state === state);
  const [firing, quiet, none] = [count('firing'), count('quiet'), count('no_verdict')];
  const whys = [...new Set([...reasons, ...none.map(({ verdict }) => verdict.sentence)])].slice(0, REASONS_SHOWN);
  const why = whys.length > 0 ? `: ${whys.join(' ')}` : '';
  const watched = findings.length;
  if (firing.length > 0)
    return {
      state: 'firing',
      words: `${firing.length} of ${watched} ${firing.length === 1 ? 'fires' : 'fire'}`,
      watched,
    };
  if (quiet.length === 0 && (none.length > 0 || reasons.length > 0))
    return { state: 'no_verdict', words: `No verdict${why}`, watched };
  const rest = none.length > 0 || reasons.length > 0 ? `; no verdict for the rest${why}` : '';
  return {
    state: 'quiet',
    words: `${watched === 0 ? 'Nothing found' : `${quiet.length} of ${watched} quiet`}${rest}`,
    watched,
  };
}
