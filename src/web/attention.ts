import { Failure } from '../errors.ts';
import { BoundedMap } from '../memory/bounded-map.ts';
import { readActivity } from './activity.ts';
import { budgetMoves, share } from './agent-changes.ts';
import { callTool } from './call-tool.ts';
import { connectable, testConnection } from './connecting.ts';
import { connectionCards } from './connection-cards.ts';
import { iso } from './key-views.ts';
import type { Looker } from './looker.ts';
import type { WebParts } from './web-parts.ts';

export interface Attention {
  kind: 'token_expiring' | 'connection_broken' | 'unknown_outcome' | 'rejected_ad' | 'limit_used_up' | 'large_raise';
  severity: 'warning' | 'error';
  title: string;
  about: string;
  workspaceId: string;
  channel: string | null;
  since: string | null;
  action: { label: string; to: string };
}

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
    filters: { outcome: ['applied'], from: iso(parts.ambient.now() - RAISES_MS), search: 'budget' },
    limit: RAISES_READ,
    signal: gone(),
  });
  return budgetMoves(entries)
    .filter((move) => move.entry.who.kind === 'key' && share(move) >= LARGE)
    .map((move) => {
      const { entry, object, currency, isDaily, before, after } = move;
      const times = before === 0 ? 'from nothing' : `by ${Math.round((share(move) - 1) * 100)} %`;
      const { format } = new Intl.NumberFormat('en-US', { style: 'currency', currency });
      return {
        kind: 'large_raise',
        severity: 'warning',
        title: `Budget raised ${times}`,
        about: `${workspace.name} · “${object}” ${format(before)} → ${format(after)}${isDaily ? ' a day' : ''}, by ${entry.who.name}`,
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

interface Review {
  channel: string;
  tool: string;
  arguments: Record<string, unknown>;
  list: string;
  isRejected(item: Record<string, unknown>): boolean;
  /** Whether an ad names the campaign that the page lists. */
  byCampaign: boolean;
}

/** Where each platform says that it has rejected an ad. */
const REVIEWS: readonly Review[] = [
  {
    channel: 'social',
    tool: 'list_social_ads',
    arguments: { effective_status: ['DISAPPROVED'], limit: 25 },
    list: 'ads',
    isRejected: () => true,
    byCampaign: true,
  },
  {
    channel: 'search',
    tool: 'list_ads',
    arguments: { limit: 100 },
    list: 'ads',
    isRejected: ({ approval_status }) => approval_status === 'DISAPPROVED',
    byCampaign: true,
  },
  {
    channel: 'video',
    tool: 'list_ads',
    arguments: { status: 'NOT_DELIVERING', limit: 100 },
    list: 'ads',
    isRejected: ({ delivery_status, rejected_for }) =>
      rejected_for !== undefined || String(delivery_status).endsWith('_AUDIT_DENY'),
    byCampaign: true,
  },
  {
    channel: 'professional',
    tool: 'list_creatives',
    arguments: { limit: 100 },
    list: 'creatives',
    isRejected: ({ review_status }) => review_status === 'REJECTED',
    byCampaign: false,
  },
];

const REVIEWED_MS = 5 * 60_000;
const REVIEWS_KEPT = 1_000;
const reviewed = new WeakMap<WebParts, BoundedMap<string, { at: number; found: Attention[] }>>();

/** Rejected ads and refused connections. Asked of the platforms, so it is not asked again within minutes. */
async function platformsSay(looker: Looker): Promise<Attention[]> {
  const { parts, workspace } = looker;
  const known = reviewed.get(parts) ?? new BoundedMap<string, { at: number; found: Attention[] }>(REVIEWS_KEPT);
  reviewed.set(parts, known);
  const now = parts.ambient.now();
  // A connection that was changed is asked anew: its version is part of the key.
  const key = [workspace.id, ...workspace.connections.map(({ id, version }) => `${id} ${version}`)].join();
  const recent = known.get(key);
  if (recent && now - recent.at < REVIEWED_MS) return recent.found;
  const asked = workspace.connections.map(({ channel }) => {
    const review = REVIEWS.find((one) => one.channel === channel);
    return review ? reviewOf(looker, review) : tested(looker, channel);
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

async function tested(looker: Looker, name: string): Promise<Attention[]> {
  const { parts, workspace } = looker;
  const channel = connectable(parts).find((one) => one.name === name);
  if (!channel) return [];
  try {
    await testConnection(parts, workspace, channel);
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return refusedBy(looker, name, error.details);
  }
}

async function reviewOf(looker: Looker, review: Review): Promise<Attention[]> {
  const { parts, workspace } = looker;
  const tool = parts.pipeline.tools.find((one) => one.channel.name === review.channel && one.name === review.tool);
  const answer = tool && (await callTool(looker, tool, review.arguments));
  // Platforms that are only busy or away are not reported here: the pages that read numbers from them already say so.
  if (answer?.ok === false) return refusedBy(looker, review.channel, answer.error);
  const items = answer?.ok ? (answer.result[review.list] as Record<string, unknown>[]) : [];
  const rejected = items.filter(review.isRejected);
  const [first] = rejected;
  if (!tool || !first) return [];
  const [headline] = (first.headlines ?? []) as string[];
  const name = String(first.name ?? headline ?? first.id);
  const campaigns = new Set(rejected.map(({ campaign_id }) => campaign_id));
  const only = review.byCampaign && campaigns.size === 1 ? `&q=${String(first.campaign_id)}` : '';
  return [
    {
      kind: 'rejected_ad',
      severity: 'error',
      title: rejected.length === 1 ? 'Ad rejected' : `${rejected.length} ads rejected`,
      about: `${workspace.name} · “${name}”${rejected.length > 1 ? ' and others' : ''}`,
      workspaceId: workspace.id,
      channel: review.channel,
      since: null,
      action: { label: 'View', to: `/campaigns?workspace=${workspace.id}&channel=${review.channel}${only}` },
    },
  ];
}
