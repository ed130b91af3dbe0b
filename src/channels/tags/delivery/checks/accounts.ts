import { FILL_IN } from '../../../../tools/ready-call.ts';
import { asNamed, quoted, type View } from '../../resources/objects/container-view.ts';
import type { Send } from '../../resources/objects/sends.ts';
import { isPurchase } from '../../resources/objects/sends.ts';
import type { Sender } from './duplicates.ts';
import type { AuditFinding } from './finding.ts';
import { firesOnEveryPage } from './trigger-limits.ts';

/** A place of a connected account that a tag can fill. */
export interface Awaited {
  channel: string;
  account: string;
  id: string;
  name: string;
  takes_events: boolean;
  events?: readonly string[] | undefined;
  tag: { id: string; label?: string; awaited?: boolean };
}

/** What the connected accounts wait for. `channels`: those that could be read, of others nothing is said. */
export interface Connected {
  channels: readonly string[];
  awaited: readonly Awaited[];
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Ids in tags that no connected account has. */
export function accountFindings({ tag, sends }: Sender, { channels, awaited }: Connected): AuditFinding[] {
  const strange = new Map<string, AuditFinding>();
  for (const send of sends) {
    const why = channels.includes(send.platform) ? strangeness(send, awaited) : undefined;
    if (why)
      strange.set(why, {
        severity: 'medium',
        kind: 'unknown_account',
        what: `The tag ${quoted(tag)} sends to ${why}.`,
        objects: [asNamed(tag)],
        mend: `Whether the tag or the connection is wrong is not known here: list_conversion_destinations of ${send.platform} shows what the connected account has.`,
      });
  }
  return [...strange.values()];
}

/** Why a send reaches nothing that the connected account knows; undefined where it does, or where that cannot be told. */
export function strangeness({ platform, id, label, event }: Send, awaited: readonly Awaited[]): string | undefined {
  const own = awaited.filter(({ channel }) => channel === platform);
  // An account of which not a single id is known cannot be compared with.
  if (!id || own.length === 0) return undefined;
  const ofId = own.filter(({ tag }) => same(tag.id, id));
  const where = `the connected ${platform} account ${own[0]!.account}`;
  if (ofId.length === 0) return `${id}, which is not of ${where}`;
  if (event !== 'conversion' || !label) return undefined;
  return ofId.some(({ tag }) => tag.label === undefined || tag.label === label)
    ? undefined
    : `${id} with the label ${label}, which is of no conversion action of ${where}`;
}

/** Places that wait for a tag and have none. `mentions`: ids and labels that stand anywhere in the container. */
export function unfilledFindings(
  senders: readonly Sender[],
  { channels, awaited }: Connected,
  mentions: ReadonlySet<string>,
): { findings: AuditFinding[]; unsure: string[] } {
  const unsure = channels.filter((channel) =>
    senders.some(({ sends }) => sends.some((send) => send.platform === channel && isUndecided(send))),
  );
  const waiting = awaited.filter(
    ({ channel, tag }) =>
      tag.awaited && channels.includes(channel) && !unsure.includes(channel) && !mentions.has(keyOf(tag)),
  );
  return { findings: waiting.map(unfilled), unsure };
}

/** A variable decides what it fills. */
function isUndecided({ id, written, label, event, platform }: Send): boolean {
  if (written.includes('{{') && id === undefined) return true;
  return platform === 'search' && event === 'conversion' && label === undefined;
}

/** What has to stand in a tag for it to fill the place: of search the label, which is of one action only. */
export function keyOf({ id, label }: Awaited['tag']): string {
  return label ?? id;
}

function unfilled({ channel, account, id, name, events, takes_events, tag }: Awaited): AuditFinding {
  const place =
    channel === 'search' || channel === 'professional'
      ? `the conversion ${quoted({ name })}`
      : `the pixel ${quoted({ name })}`;
  return {
    severity: takes_events ? 'low' : 'medium',
    kind: 'conversion_without_tag',
    what: `The ${channel} account ${account} waits for ${place}, and no tag of this container sends it.`,
    objects: [{ kind: 'destination', id, name }],
    mend: {
      tool: 'create_conversion_tag',
      arguments: {
        platforms: [{ platform: channel, destination: tag.label ? `${tag.id}/${tag.label}` : id }],
        event: events?.[0] ?? FILL_IN,
        fires_on: { own_event: FILL_IN },
      },
    },
  };
}

const PURCHASE_NAME = /\b(?:purchase|order(?:ed)?|sale|transaction|checkout complete|thank.?you|kauf|bestellung)\b/i;

/** A purchase that is told on every page counts every visitor as a buyer. */
export function purchaseFindings(sender: Sender, view: View, connected: Connected): AuditFinding[] {
  const { tag } = sender;
  const wide = tag.firingTriggerId.filter((id) => firesOnEveryPage(id, view));
  if (wide.length === 0 || !isPurchaseTag(sender, connected) || tag.blockingTriggerId.length > 0) return [];
  return [
    {
      severity: 'high',
      kind: 'purchase_on_every_page',
      what: `The tag ${quoted(tag)} tells of a purchase on every page: every visitor counts as a buyer.`,
      objects: [asNamed(tag)],
      mend: { tool: 'update_tag', arguments: { tag_id: tag.tagId, fires_on: [FILL_IN] } },
    },
  ];
}

export function isPurchaseTag({ tag, sends }: Sender, { awaited }: Connected): boolean {
  return sends.some((send) => !send.isGuarded && (isPurchase(send) || isPurchaseAction(send, tag.name, awaited)));
}

function isPurchaseAction({ platform, label, event }: Send, name: string, awaited: readonly Awaited[]): boolean {
  if (platform !== 'search' || event !== 'conversion') return false;
  const action = awaited.find(({ tag }) => label !== undefined && tag.label === label);
  return action ? (action.events ?? []).includes('purchase') : PURCHASE_NAME.test(name);
}
