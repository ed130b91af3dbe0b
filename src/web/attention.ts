import type { ConnectionView } from '../auth/directory.ts';
import { Failure } from '../errors.ts';
import { READ_POINTS } from '../limits/prices.ts';
import { BoundedMap } from '../memory/bounded-map.ts';
import { openSession } from '../pipeline/open-session.ts';
import type { Channel } from '../tools/channel.ts';
import type { RejectedAd } from '../tools/watching.ts';
import { readActivity } from './activity.ts';
import { budgetMoves, share } from './agent-changes.ts';
import type { Attention } from './attention-item.ts';
import { chargePerson } from './call-tool.ts';
import { connectable, testConnection } from './connecting.ts';
import { connectionCards } from './connection-cards.ts';
import { iso } from './key-views.ts';
import type { Looker } from './looker.ts';
import { waitingPlans } from './waiting-plans.ts';
import type { WebParts } from './web-parts.ts';

const days = (amount: number) => (amount === 1 ? 'a day' : `${amount} days`);

const HOUR_MS = 3_600_000;
const UNKNOWN_MS = 7 * 24 * HOUR_MS;

/** Problems in a workspace that need a person, such as an expiring token or a rejected ad, each with one action. */
export async function attentionIn(looker: Looker): Promise<Attention[]> {
  const found = await Promise.all([
    tokens(looker),
    unknownOutcomes(looker),
    limits(looker),
    platformsSay(looker),
    largeRaises(looker),
    waitingPlans(looker),
  ]);
  const [expiring, ...others] = found;
  const expired = new Set(expiring.filter(({ kind }) => kind === 'connection_broken').map(({ channel }) => channel));
  const news = others.flat().filter(({ kind, channel }) => kind !== 'connection_broken' || !expired.has(channel));
  return [...expiring, ...news];
}

async function tokens({ parts, workspace }: Looker): Promise<Attention[]> {
  const cards = await connectionCards(parts, workspace);
  return cards
    .filter(({ state }) => state === 'expiring' || state === 'expired')
    .map(({ channel, state, tokenHealth, mode }) => ({
      kind: state === 'expired' ? 'connection_broken' : 'token_expiring',
      severity: state === 'expired' ? 'error' : 'warning',
      title: state === 'expired' ? 'Token has expired' : `Token expires in ${days(tokenHealth?.daysLeft ?? 0)}`,
      about: `${workspace.name} · ${mode} · calls fail from then on, until somebody signs in again`,
      workspaceId: workspace.id,
      channel,
      since: state === 'expired' ? (tokenHealth?.expiresAt ?? null) : null,
      action: { label: 'Reconnect', to: `/connections?workspace=${workspace.id}&connect=${channel}` },
    }));
}

async function unknownOutcomes({ parts, workspace, gone }: Looker): Promise<Attention[]> {
  const from = iso(parts.ambient.now() - UNKNOWN_MS);
  const settled = parts.ambient.now() - parts.settings.callDeadlineMs;
  const entries = await readActivity(parts, {
    workspaceIds: [workspace.id],
    organizationId: undefined,
    filters: { outcome: ['unknown', 'running'], from },
    limit: 20,
    signal: gone(),
  });
  return entries
    .filter(({ outcome, at }) => outcome === 'unknown' || Date.parse(at) < settled)
    .map(({ id, at, tool, object, channel, who }) => ({
      kind: 'unknown_outcome',
      severity: 'error',
      title: 'Unknown outcome',
      about: `${workspace.name} · ${tool}${object ? ` “${object}”` : ''} by ${who.name}`,
      workspaceId: workspace.id,
      channel,
      since: at,
      action: { label: 'Check now', to: `/activity?workspace=${workspace.id}&outcome=unknown&open=${id}` },
    }));
}

const RAISES_MS = 48 * HOUR_MS;
/** A budget that became half as large again, or more, in one step or in many. */
const LARGE = 1.5;
const RAISES_READ = 500;

async function largeRaises({ parts, workspace, gone }: Looker): Promise<Attention[]> {
  const entries = await readActivity(parts, {
    workspaceIds: [workspace.id],
    organizationId: undefined,
    filters: {
      changed_by: ['agent'],
      outcome: ['applied'],
      from: iso(parts.ambient.now() - RAISES_MS),
      search: 'budget',
    },
    limit: RAISES_READ,
    signal: gone(),
  });
  return budgetMoves(entries)
    .filter((move) => share(move) >= LARGE)
    .map((move) => {
      const { entry, object, currency, period, before, after } = move;
      const times = Number(before) === 0 ? 'from nothing' : `by ${Math.round((share(move) - 1) * 100)} %`;
      const writer = new Intl.NumberFormat('en-US', { style: 'currency', currency });
      const format = (amount: string) => writer.format(Number(amount));
      const over = { day: ' a day', total: ' in total' };
      return {
        kind: 'large_raise',
        severity: 'warning',
        title: `Budget raised ${times}`,
        about: `${workspace.name} · “${object}” ${format(before)} → ${format(after)}${period ? over[period] : ''}, by ${entry.who.name}`,
        workspaceId: workspace.id,
        channel: entry.channel,
        since: entry.at,
        action: { label: 'View', to: `/activity?workspace=${workspace.id}&open=${entry.id}` },
      };
    });
}

async function limits({ parts, workspace }: Looker): Promise<Attention[]> {
  const refused = parts.usedUp.since(parts.ambient.now() - HOUR_MS);
  if (refused.size === 0) return [];
  const keys = await parts.home.keyRing.list({ ids: [...refused.keys()] });
  return keys.flatMap(({ id, workspaceId, name, ratePoints, status }) => {
    if (workspaceId !== workspace.id || status !== 'active') return [];
    return [
      {
        kind: 'limit_used_up' as const,
        severity: 'warning' as const,
        title: 'Limit used up',
        about: `Key ${name}, ${workspace.name} · its ${ratePoints ?? parts.settings.ratePoints} points per ${parts.settings.rateWindowS / 60} minutes were not enough`,
        workspaceId: workspace.id,
        channel: null,
        since: iso(refused.get(id)!),
        action: { label: 'View key', to: `/keys?workspace=${workspace.id}&key=${id}` },
      },
    ];
  });
}

const REVIEWED_MS = 5 * 60_000;
const REVIEWS_KEPT = 1_000;
const reviewed = new WeakMap<WebParts, BoundedMap<string, { at: number; found: Attention[] }>>();

/** Rejected ads and refused connections. Asked of the platforms, so it is not asked again within minutes. */
async function platformsSay(looker: Looker): Promise<Attention[]> {
  const { parts, workspace } = looker;
  const known = reviewed.get(parts) ?? new BoundedMap<string, { at: number; found: Attention[] }>(REVIEWS_KEPT);
  reviewed.set(parts, known);
  const now = parts.ambient.now();
  // A changed connection is asked again: its version is part of the key.
  const key = [workspace.id, ...workspace.connections.map(({ id, version }) => `${id} ${version}`)].join();
  const recent = known.get(key);
  if (recent && now - recent.at < REVIEWED_MS) return recent.found;
  const asked = workspace.connections.map((connection) => {
    const channel = connectable(parts).find(({ name }) => name === connection.channel);
    if (!channel) return [];
    return channel.watching ? reviewOf(looker, channel, connection) : tested(looker, channel);
  });
  const found = (await Promise.all(asked)).flat();
  known.set(key, { at: now, found });
  return found;
}

/** What a platform answers when a person has to connect again or be given access; other failures pass by themselves. */
const REFUSALS: readonly unknown[] = ['token_expired', 'permission_denied', 'account_problem'];

function refusedBy({ workspace }: Looker, channel: string, { code, message }: { code: string; message: string }) {
  if (!REFUSALS.includes(code)) return [];
  const item: Attention = {
    kind: 'connection_broken',
    severity: 'error',
    title: code === 'token_expired' ? 'Sign-in is refused' : 'Account cannot be read',
    about: `${workspace.name} · ${message}`,
    workspaceId: workspace.id,
    channel,
    since: null,
    action: { label: 'View', to: `/connections?workspace=${workspace.id}` },
  };
  return [item];
}

async function tested(looker: Looker, channel: Channel): Promise<Attention[]> {
  const { parts, workspace } = looker;
  try {
    await testConnection(parts, workspace, channel);
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return refusedBy(looker, channel.name, error.details);
  }
}

async function reviewOf(looker: Looker, channel: Channel, connection: ConnectionView): Promise<Attention[]> {
  const { workspace } = looker;
  const rejected = await rejectedAds(looker, channel, connection).catch((error: unknown) => {
    if (error instanceof Failure) return error.details;
    if (error instanceof DOMException && error.name === 'TimeoutError') return [];
    throw error;
  });
  // Platforms that are only busy or away are not reported here: the pages that read numbers from them already say so.
  if ('code' in rejected) return refusedBy(looker, channel.name, rejected);
  const [first] = rejected;
  if (!first) return [];
  const campaigns = new Set(rejected.map(({ campaign }) => campaign?.id));
  const only = campaigns.size === 1 && first.campaign ? `&q=${first.campaign.id}` : '';
  return [
    {
      kind: 'rejected_ad',
      severity: 'error',
      title: rejected.length === 1 ? 'Ad rejected' : `${rejected.length} ads rejected`,
      about: `${workspace.name} · “${first.name}”${rejected.length > 1 ? ' and others' : ''}`,
      workspaceId: workspace.id,
      channel: channel.name,
      since: null,
      action: { label: 'View', to: `/campaigns?workspace=${workspace.id}&channel=${channel.name}${only}` },
    },
  ];
}

/** Of the account that calls without one are about; none where the connection has no such account. */
async function rejectedAds(
  { parts, person, workspace, gone }: Looker,
  channel: Channel,
  connection: ConnectionView,
): Promise<readonly RejectedAd[]> {
  if (connection.account === undefined) return [];
  await chargePerson(parts, person, READ_POINTS);
  const signal = AbortSignal.any([gone(), AbortSignal.timeout(parts.settings.callDeadlineMs)]);
  const reading = { channel, repeat: 'safe' as const };
  const session = openSession(parts.pipeline.sessions, reading, workspace.id, connection, signal, person.id);
  return channel.watching!.rejectedAds(channel.connect(session, {}), connection.account, signal);
}
