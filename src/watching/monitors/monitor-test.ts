import { Turns } from '../../event-loop/turns.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import { plusDays } from '../../tools/days.ts';
import type { MonitorSpec, MonitorTest } from '../../tools/monitor-desk.ts';
import { serviceCall } from '../background-call.ts';
import type { HistoryAccount } from '../history/daily-history.ts';
import { daysLookedBack, type FigureSpec, judgeSpan, judgesFigures } from '../rules/figure-rules.ts';
import { firesWhen } from '../rules/rule-words.ts';
import type { Subject, Verdict } from '../rules/verdict.ts';
import { seriesOf, watchedAccounts } from './figure-look.ts';
import type { Look } from './finding.ts';
import type { JudgingParts } from './judging-parts.ts';
import { KINDS } from './monitor-kinds.ts';
import { lookAtOwn } from './own-look.ts';
import { lookAtPacing } from './pacing-look.ts';
import { lookAtPlatforms } from './platform-look.ts';
import { reachedChannels, withinDeadline } from './platform-reach.ts';

/** Objects whose days are shown; of a few, every day is. */
const OBJECTS_SHOWN = 20;
const EVERY_DAY_OF = 2;

type Tested = MonitorTest['objects'][number] & { fired: number };

/** What a monitor would have said of the last closed days. Kinds that ask for the present can only be told for now. */
export async function testMonitor(
  job: JobPlace,
  parts: JudgingParts,
  spec: MonitorSpec,
  days: number,
): Promise<MonitorTest> {
  const accounts = await watchedAccounts(parts, job.workspace, spec);
  if (judgesFigures(spec)) return testedFigures(job, parts, spec, accounts, days);
  const today = new Date(job.pipeline.ambient.now()).toISOString().slice(0, 10);
  const { findings, reasons } =
    spec.kind === 'overspend' ? await lookAtPacing(job, parts, spec, accounts) : await lookNow(job, spec, accounts);
  const objects = findings
    .filter(({ verdict }) => verdict.state === 'firing')
    .slice(0, OBJECTS_SHOWN)
    .map(({ subject, verdict }) => ({ ...named(subject), days: [shownDay(verdict)] }));
  return {
    fires_when: firesWhen(spec),
    from: today,
    to: today,
    would_have_fired: objects.length,
    messages: objects.length,
    objects,
    notes: [`${spec.kind} looks at the present, so past days cannot be told: this is what it says now.`, ...reasons],
  };
}

async function lookNow(
  { pipeline, workspace, call }: JobPlace,
  spec: MonitorSpec,
  known: readonly HistoryAccount[],
): Promise<Look> {
  const asService = serviceCall(workspace, `${call.requestId}.look`, call.gone());
  if (KINDS[spec.kind].source === 'own') return lookAtOwn({ pipeline, workspace, spec, call: asService });
  const reached = await reachedChannels(pipeline, workspace, call);
  const signal = withinDeadline(pipeline, call.gone());
  return lookAtPlatforms({ spec, reached, known, now: pipeline.ambient.now(), signal });
}

async function testedFigures(
  { workspace, call }: JobPlace,
  parts: JudgingParts,
  spec: FigureSpec,
  accounts: readonly HistoryAccount[],
  days: number,
): Promise<MonitorTest> {
  const turns = new Turns(call.gone());
  const tested: Tested[] = [];
  let quiet = 0;
  let [from, to] = ['', ''];
  for (const account of accounts) {
    const last = account.completeUntil;
    const wanted = plusDays(last, 1 - days);
    const first = [wanted, account.firstDay].sort()[1]!;
    if (from === '' || first < from) from = first;
    if (last > to) to = last;
    const some = await seriesOf(parts, workspace.id, spec, account, plusDays(first, -daysLookedBack(spec)));
    for (const { subject, series } of some) {
      const verdicts = judgeSpan(spec, series, first, last);
      const fired = verdicts.filter(({ state }) => state === 'firing').length;
      if (fired === 0 && tested.length + quiet >= EVERY_DAY_OF) quiet += 1;
      else tested.push({ ...named(subject), fired, days: verdicts.map(shownDay) });
      await turns.pause();
    }
  }
  const isFew = tested.length + quiet <= EVERY_DAY_OF;
  const firing = tested.filter(({ fired }) => fired > 0);
  const byFired = (isFew ? tested : firing).toSorted((a, b) => b.fired - a.fired);
  const objects = byFired.slice(0, OBJECTS_SHOWN).map(({ fired: _, days: every, ...object }) => ({
    ...object,
    days: isFew ? every : every.filter(({ state }) => state === 'firing'),
  }));
  return {
    fires_when: firesWhen(spec),
    from,
    to,
    would_have_fired: firing.length,
    messages: tested.reduce((sum, { fired }) => sum + fired, 0),
    objects,
    notes: notesOf(accounts, isFew ? 0 : quiet + tested.length - firing.length, byFired.length),
  };
}

function notesOf(accounts: readonly HistoryAccount[], quiet: number, tested: number): string[] {
  if (accounts.length === 0) return ['No closed day of what it looks at is known yet, so nothing can be said.'];
  return [
    ...(quiet > 0 ? [`${quiet} more stayed quiet on every day.`] : []),
    ...(tested > OBJECTS_SHOWN ? [`The ${OBJECTS_SHOWN} that fired most often are shown, of ${tested}.`] : []),
    ...accounts.flatMap(({ channel, name, notFresh }) =>
      notFresh === undefined ? [] : [`${channel}, ${name}: not fresh now. ${notFresh}`],
    ),
  ];
}

function named({ name, channel, account, campaign }: Subject) {
  return { name, channel, account, campaign };
}

function shownDay({ window, state, sentence, figures }: Verdict): Tested['days'][number] {
  return { window, state, sentence, figures };
}
