import { Failure } from '../../errors.ts';
import type { MonitorSpec } from '../../tools/monitor-desk.ts';
import type { Reached } from '../../tools/reach.ts';
import type { AccountProblem, RejectedAd } from '../../tools/watching.ts';
import type { HistoryAccount } from '../history/daily-history.ts';
import type { Subject, Verdict } from '../rules/verdict.ts';
import { accountKey, campaignKey, type Finding, type Look } from './finding.ts';

/** An account of a reached channel, as it is asked now. */
interface Place {
  reached: Reached;
  account: string;
  accountName: string;
}

interface Asking {
  spec: MonitorSpec;
  reached: readonly Reached[];
  /** Names of accounts, as far as the history tells them. */
  known: readonly HistoryAccount[];
  now: number;
  signal: AbortSignal;
}

/** What platforms say now of ads and accounts. A platform that cannot be asked leaves its alerts as they are. */
export async function lookAtPlatforms(asking: Asking): Promise<Look> {
  const { spec, reached, now } = asking;
  const [findings, reasons, looked]: [Finding[], string[], Place[]] = [[], [], []];
  const wanted = reached.filter(
    ({ channel }) => channel.watching && (spec.channel === undefined || channel.name === spec.channel),
  );
  for (const one of wanted) {
    try {
      for (const place of await placesOf(one, asking)) {
        try {
          findings.push(...(await findingsAt(place, asking, new Date(now).toISOString())));
          looked.push(place);
        } catch (error) {
          if (!isOfOneAccount(error)) throw error;
          reasons.push(`${one.channel.name}, ${place.accountName}: ${error.details.message}`);
        }
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      reasons.push(`${one.channel.name}: ${error.details.message}`);
    }
  }
  if (wanted.length === 0) reasons.push('No connected channel of it can be asked.');
  return {
    findings,
    reasons,
    isOver: (subject) =>
      looked.some(({ reached: { channel, mode }, account }) => isAt(subject, channel.name, mode, account)),
  };
}

function isAt(subject: Subject, channel: string, mode: string, account: string): boolean {
  return subject.channel === channel && subject.mode === mode && subject.account === account;
}

/**
 * The accounts of a channel: the one that was named, those of the fence, or those whose days are kept. One that is closed from
 * the start has no days, so problems of accounts are looked for in all that the connection lists.
 */
async function placesOf(reached: Reached, { spec, known, signal }: Asking): Promise<Place[]> {
  const { channel, mode, fence, configured } = reached;
  const kept = known.filter((one) => one.channel === channel.name && one.mode === mode);
  const named = (account: string, name = account) => ({
    reached,
    account,
    accountName: kept.find((one) => one.account === account)?.name ?? name,
  });
  if (spec.account !== undefined) return [named(spec.account)];
  if (fence) return fence.map((account) => named(account));
  const keptIds = kept.map(({ account }) => account);
  if (spec.kind === 'ad_rejected') {
    if (keptIds.length > 0) return keptIds.map((account) => named(account));
    if (configured !== undefined) return [named(configured)];
  }
  const { client } = reached.connect(signal, {});
  const listed = (await channel.reporting?.accounts(client)) ?? [];
  const names = new Map(listed.map(({ id, name }) => [id, name]));
  return [...new Set([...keptIds, ...names.keys()])].map((account) => named(account, names.get(account)));
}

/** What one account is refused for says nothing of the others. */
function isOfOneAccount(error: unknown): error is Failure {
  return error instanceof Failure && ['account_problem', 'permission_denied', 'not_found'].includes(error.code);
}

async function findingsAt(place: Place, { spec, signal }: Asking, window: string): Promise<Finding[]> {
  const { reached, account } = place;
  const { watching } = reached.channel;
  if (!watching) return [];
  const { client } = reached.connect(signal, {});
  if (spec.kind === 'ad_rejected') {
    const ads = await watching.rejectedAds(client, account, signal);
    return rejectedIn(place, ads, spec, window);
  }
  return problemsOf(place, await problemsNow(place, client, signal), window);
}

async function problemsNow({ reached, account }: Place, client: unknown, signal: AbortSignal) {
  try {
    return await reached.channel.watching!.accountProblems(client, account, signal);
  } catch (error) {
    // A closed account may refuse every question, which is an answer too.
    if (!(error instanceof Failure) || error.code !== 'account_problem') throw error;
    const { message: words, nextStep } = error.details;
    return [{ status: 'refused', kind: 'closed', words, nextStep }] satisfies AccountProblem[];
  }
}

const ADS_NAMED_MAX = 3;
const ADS_LISTED_MAX = 20;

/** One finding a campaign: an account may have hundreds of rejected ads. */
function rejectedIn(place: Place, ads: readonly RejectedAd[], spec: MonitorSpec, window: string): Finding[] {
  const wanted = ads.filter(({ campaign }) => !spec.campaigns || spec.campaigns.includes(campaign?.id ?? ''));
  const groups = Map.groupBy(wanted, ({ campaign }) => campaign?.id);
  return [...groups].map(([campaign, some]) => {
    const named = some.slice(0, ADS_NAMED_MAX).map(({ name, reasons }) => `“${name}”${why(reasons)}`);
    const rest = some.length - named.length;
    const count = some.length === 1 ? 'An ad is rejected' : `${some.length} ads are rejected`;
    const listed = some.slice(0, ADS_LISTED_MAX);
    return {
      subject: subjectAt(place, campaign, some[0]?.campaign?.name),
      verdict: firing(window, `${count}: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`, 'critical', {
        rejected: some.length,
        ads: listed.map(({ id, name, reasons }) => ({ id, name, reasons })),
      }),
      parts: some.map(({ id }) => id),
    };
  });
}

function why(reasons: readonly string[]): string {
  return reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
}

function problemsOf(place: Place, problems: readonly AccountProblem[], window: string): Finding[] {
  const subject = subjectAt(place);
  const [first] = problems;
  if (!first) {
    const verdict: Verdict = { ...firing(window, 'The account can deliver.', 'warning', {}), state: 'quiet' };
    return [{ subject, verdict }];
  }
  const sentence = problems.map(({ words, nextStep }) => `${words} ${nextStep}`).join(' ');
  const severity = problems.every(({ kind }) => kind === 'balance_low') ? 'warning' : 'critical';
  const figures = { problems: problems.map(({ status, kind }) => ({ status, kind })) };
  return [
    { subject, verdict: firing(window, sentence, severity, figures), parts: problems.map(({ status }) => status) },
  ];
}

function firing(window: string, sentence: string, severity: Verdict['severity'], figures: Verdict['figures']): Verdict {
  return { state: 'firing', severity, window, sentence, figures };
}

function subjectAt({ reached, account, accountName }: Place, campaign?: string, campaignName?: string): Subject {
  const at = { channel: reached.channel.name, mode: reached.mode, account };
  if (campaign === undefined) return { ...at, key: accountKey(at), name: accountName, accountName };
  return {
    ...at,
    accountName,
    campaign,
    key: campaignKey({ ...at, campaign }),
    name: campaignName ?? campaign,
  };
}
