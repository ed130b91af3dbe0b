import { Failure } from '../../../../errors.ts';
import { changeAndReadBack } from '../../../../tools/read-back.ts';
import type { ReadyCall } from '../../../../tools/ready-call.ts';
import type { WriteReport } from '../../../../tools/write-report.ts';
import { CapturedChange } from '../../../../upstream/captured-change.ts';
import type { TagsClient } from '../../client.ts';
import type { Place } from '../../resources/containers/container.ts';
import { versionOf } from '../../resources/containers/contents.ts';
import { latestOrNone, versionWords } from '../../resources/containers/version.ts';
import { Version, type VersionHeader } from '../../wire.ts';
import { publish, type Shown, type Step, shownInPlan } from './publication.ts';

interface Rollback {
  client: TagsClient;
  place: Place;
  live: Version | undefined;
  latest: VersionHeader | undefined;
  target: Version;
  /** What a plan shows of it, without the steps around the publication. */
  shown: Shown;
}

interface Ended {
  version: Version;
  told: WriteReport & { steps: Step[]; notes: string[]; next?: ReadyCall };
}

/**
 * Undeletes a version where it has to, publishes it, and lets drafts begin from it. In this order, because what visitors get
 * comes first: a last step that fails is told and leaves the others made.
 */
export async function rolledBack(rollback: Rollback): Promise<Ended> {
  const { live, latest, target } = rollback;
  const id = target.containerVersionId;
  const isLatest = latest?.containerVersionId === id;
  const wanted = {
    ...(target.deleted && { deleted: null }),
    ...rollback.shown.wanted,
    latest_version: id,
  };
  const before = {
    ...rollback.shown.before,
    ...(target.deleted && { deleted: true }),
    latest_version: latest?.containerVersionId ?? null,
  };
  return shownInPlan({ before, wanted }, async () => {
    const steps: Step[] = [];
    const version = await undeleted(rollback, steps);
    const report: WriteReport = {
      applied: { ...(target.deleted && { deleted: { from: true, to: null } }) },
      not_applied: [],
    };
    if (live?.containerVersionId === id) steps.push({ step: 'publish', outcome: 'not_needed', why: 'It is live.' });
    else await published({ ...rollback, target: version }, steps, report);
    if (isLatest) steps.push({ step: 'set_latest', outcome: 'not_needed', why: 'It is the newest.' });
    else if (report.not_applied.length === 0) await setLatest(rollback, steps, report);
    return { version, told: { ...report, steps, ...remarks(rollback, steps) } };
  });
}

/** Undeleting gives a version another fingerprint. */
async function undeleted({ client, place, target }: Rollback, steps: Step[]): Promise<Version> {
  if (!target.deleted) {
    steps.push({ step: 'undelete', outcome: 'not_needed' });
    return target;
  }
  const id = target.containerVersionId;
  const { after, report } = await changeAndReadBack<{ deleted: boolean; version: Version }>({
    done: `The version ${id} was brought back`,
    before: { deleted: true, version: target },
    wanted: { deleted: false },
    send: () => client.change('POST', `${place.path}/versions/${id}:undelete`, Version),
    read: async () => {
      const version = await versionOf(client, place, id);
      return { deleted: version.deleted === true, version };
    },
  });
  if (report.not_applied.length > 0) throw stillDeleted(target);
  steps.push({ step: 'undelete', outcome: 'applied' });
  return after.version;
}

function stillDeleted(target: Version): Failure {
  return new Failure({
    code: 'conflict',
    message: `The platform accepted to bring back version ${versionWords(target)}, and it is deleted all the same. Nothing was published.`,
    nextStep: 'Call again in a moment, or go back to another version: list_changes shows them.',
    outcome: 'not_applied',
    retryable: true,
  });
}

async function published(rollback: Rollback, steps: Step[], report: WriteReport): Promise<void> {
  try {
    const { applied, not_applied } = await publish(rollback);
    Object.assign(report.applied, applied);
    report.not_applied.push(...not_applied);
    const why = 'The platform accepted it, and it is not live all the same.';
    steps.push({
      step: 'publish',
      outcome: not_applied.length > 0 ? 'not_applied' : 'applied',
      ...(not_applied.length > 0 && { why }),
    });
  } catch (error) {
    throw steps.some(({ step, outcome }) => step === 'undelete' && outcome === 'applied') && error instanceof Failure
      ? afterUndelete(error, rollback.target)
      : error;
  }
}

function afterUndelete(failure: Failure, target: Version): Failure {
  const { details } = failure;
  const message = `${details.message} Version ${versionWords(target)} is no longer deleted; that alone changes nothing for visitors.`;
  return new Failure({ ...details, message });
}

/** What visitors get is settled by now, so that a failure here is told beside it. */
async function setLatest({ client, place, latest, target }: Rollback, steps: Step[], report: WriteReport) {
  const id = target.containerVersionId;
  try {
    const made = await changeAndReadBack({
      done: `Drafts begin from version ${id}`,
      before: { latest_version: latest?.containerVersionId ?? null },
      wanted: { latest_version: id },
      send: () => client.change('POST', `${place.path}/versions/${id}:set_latest`, Version),
      read: async () => ({ latest_version: (await latestOrNone(client, place))?.containerVersionId ?? null }),
    });
    Object.assign(report.applied, made.report.applied);
    report.not_applied.push(...made.report.not_applied);
    const isMade = made.report.not_applied.length === 0;
    steps.push({
      step: 'set_latest',
      outcome: isMade ? 'applied' : 'not_applied',
      ...(!isMade && { why: 'The platform accepted it and changed nothing.' }),
    });
  } catch (error) {
    const isAlone = Object.keys(report.applied).length === 0;
    if (error instanceof CapturedChange || !(error instanceof Failure) || isAlone) throw error;
    if (error.outcome === 'not_applied') report.not_applied.push('latest_version');
    const outcome = error.outcome === 'not_applied' ? 'not_applied' : 'unknown';
    steps.push({ step: 'set_latest', outcome, why: error.details.message });
  }
}

function remarks({ place, live, latest, target }: Rollback, steps: readonly Step[]) {
  const outcomeOf = (name: Step['step']) => steps.find(({ step }) => step === name)?.outcome;
  const notes: string[] = [];
  if (outcomeOf('publish') === 'applied')
    notes.push('Visitors get it when the script in their browsers is older than some minutes.');
  if (outcomeOf('publish') === 'not_needed' && outcomeOf('set_latest') === 'not_needed')
    notes.push(`Version ${versionWords(target)} is live already, and drafts begin from it: nothing was sent.`);
  if (live && latest && latest.containerVersionId !== live.containerVersionId)
    notes.push(`Version ${versionWords(latest)} was saved and not live; it stays in the container.`);
  const left = outcomeOf('set_latest');
  if (left !== 'not_applied' && left !== 'unknown') return { notes };
  const state = left === 'unknown' ? 'It is not known whether' : 'It is live, but not yet so that';
  notes.push(
    `${state} new drafts begin from version ${versionWords(target)}: until then they begin from ${latest ? versionWords(latest) : 'another'}.`,
  );
  return {
    notes,
    next: {
      tool: 'roll_back',
      arguments: { container_id: place.container, version_id: target.containerVersionId },
      purpose: 'Let new drafts begin from this version; what is live stays',
    },
  };
}
