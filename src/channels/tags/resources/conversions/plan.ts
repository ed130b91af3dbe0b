import { invalidArguments, type Problem } from '../../../../errors.ts';
import type { Tag } from '../../wire.ts';
import type { Contents } from '../containers/contents.ts';
import { DraftAdditions } from '../drafts/draft-additions.ts';
import { type View, viewOf } from '../objects/container-view.ts';
import type { ConversionGiven } from './arguments.ts';
import type { Target } from './destinations.ts';
import type { Platform } from './events.ts';
import { triggerFor } from './firing.ts';
import type { EventValues, Source } from './pixel-code.ts';
import { addConversionTag, existingBase, sendersOf } from './tags.ts';

type PlatformOutcome = 'made' | 'already_there' | 'counted_elsewhere';

export interface PlannedPlatform {
  platform: Platform;
  target: Target;
  outcome: PlatformOutcome;
  /** Of the tag that tells the platform: the new one, or the one that is there. */
  tagName: string;
  existing?: Tag;
}

export interface ConversionPlan {
  additions: DraftAdditions;
  planned: PlannedPlatform[];
  /** An id of the draft, or of the request. */
  triggerId: string;
  triggerName: string;
}

/** What has to be added for these conversions, and what is there already. Sends nothing. */
export async function planConversions(
  args: ConversionGiven,
  targets: readonly Target[],
  contents: Contents,
  now: number,
): Promise<ConversionPlan> {
  const view = await viewOf(contents, { now, isServer: false });
  const additions = new DraftAdditions(contents);
  const problems = targets.flatMap((target, at) => baseProblems(target, at, view));
  if (problems.length > 0) throw invalidArguments(problems);
  const wanted = triggerFor(args.fires_on, additions);
  const own = additions.sameTrigger(wanted);
  const senders = targets.map((target) => sendersOf(target, args.event, view));
  const planned: PlannedPlatform[] = [];
  // Nothing is added for platforms that are told already, so that a second call makes nothing.
  const isNeeded = senders.some((tags) => tags.length === 0);
  const begun = isNeeded ? additions : new DraftAdditions(contents);
  const triggerId = isNeeded ? begun.trigger(wanted) : (own?.triggerId ?? '');
  const values = isNeeded ? valuesOf(args, begun) : {};
  if (begun.problems.length > 0) throw invalidArguments(begun.problems);
  for (const [at, target] of targets.entries()) {
    const { platform } = target;
    const told = senders[at]!;
    const existing = told.find((tag) => own && firesOn(tag, own.triggerId)) ?? told[0];
    if (existing) {
      const isSame = own !== undefined && firesOn(existing, own.triggerId);
      const outcome = isSame ? 'already_there' : 'counted_elsewhere';
      planned.push({ platform, target, outcome, tagName: existing.name, existing });
    } else {
      const tagName = addConversionTag(
        { target, event: args.event, values, triggerId, consent: args.consent },
        begun,
        view,
      );
      planned.push({ platform, target, outcome: 'made', tagName });
    }
  }
  return { additions: begun, planned, triggerId, triggerName: own?.name ?? wanted.name };
}

const firesOn = (tag: Tag, trigger: string) => !tag.paused && tag.firingTriggerId.includes(trigger);

/** What the base tag is made of has to be known, where the container has none. */
function baseProblems(target: Target, at: number, view: View): Problem[] {
  if (existingBase(target, view)) return [];
  const field = `platforms.${at}.destination`;
  if (target.platform === 'professional' && target.partner === undefined)
    return [
      {
        field,
        message: `is needed as PARTNER/CONVERSION: this container has no Insight Tag yet, and the account does not tell the partner id (Campaign Manager shows it under Insight Tag). The conversion is ${target.id}`,
      },
    ];
  return target.platform === 'analytics' && target.id === ''
    ? [{ field, message: 'is needed as G-…: this container has no Google tag with a measurement id' }]
    : [];
}

function valuesOf({ value, order_id, event_id }: ConversionGiven, additions: DraftAdditions): EventValues {
  const from = (field: string, given: string | undefined): Source | undefined =>
    given === undefined ? undefined : { variable: additions.source(field, given) };
  const fixed = (literal: string | undefined): Source | undefined => (literal === undefined ? undefined : { literal });
  return {
    value: fixed(value?.amount) ?? from('value.from', value?.from),
    currency: fixed(value?.currency) ?? from('value.currency_from', value?.currency_from),
    orderId: from('order_id', order_id),
    eventId: from('event_id', event_id),
  };
}
