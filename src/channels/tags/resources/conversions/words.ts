import { z } from 'zod';
import type { Tag } from '../../wire.ts';
import type { Contents } from '../containers/contents.ts';
import type { NamedObject } from '../drafts/draft-additions.ts';
import type { WhereGiven } from '../drafts/draft-work.ts';
import { namesIn } from '../objects/names.ts';
import { asInContainer } from '../objects/object-arguments.ts';
import { shownTag } from '../objects/object-view.ts';
import { triggerWords } from '../objects/trigger-words.ts';
import type { ConversionGiven } from './arguments.ts';
import type { Target } from './destinations.ts';
import { eventName } from './events.ts';
import type { ConversionPlan, PlannedPlatform } from './plan.ts';

const Named = z.object({ kind: z.string(), id: z.string(), name: z.string() });

export const ConversionOutput = {
  platforms: z.array(
    z.object({
      platform: z.string(),
      outcome: z.enum(['made', 'already_there', 'counted_elsewhere']),
      sends: z.string().describe('In words'),
      tag: asInContainer.optional(),
      why: z.string().optional(),
      instead: z.looseObject({ tool: z.string() }).optional(),
    }),
  ),
  fires_when: z.string().describe('In words'),
  trigger_id: z.string().optional(),
  made: z.array(Named),
  reused: z.array(Named),
};

/** What was made and what was there, as the draft shows it afterwards. */
export function answerOf(
  args: ConversionGiven,
  { additions, planned, triggerId, triggerName }: ConversionPlan,
  made: readonly NamedObject[],
  after: Contents,
  where: WhereGiven,
) {
  const names = namesIn(after);
  const own = made.find(({ kind }) => kind === 'trigger')?.id ?? triggerId;
  const trigger = after.triggers.find((one) => one.triggerId === own);
  const fires_when = trigger ? triggerWords(trigger, names) : triggerName;
  const shown = (name: string) => {
    const tag = after.tags.find((one) => one.name === name);
    return tag && shownTag(tag, names);
  };
  return {
    platforms: planned.map((one) => ({
      platform: one.platform,
      outcome: one.outcome,
      sends: sendsInWords(one.target, args.event),
      tag: shown(one.tagName),
      ...reasonOf(one, own, fires_when, where, args),
    })),
    fires_when,
    ...(own && { trigger_id: own }),
    made: [...made],
    reused: [...additions.reused.values()],
    notes: notesOf(args, planned),
  };
}

function sendsInWords({ platform, id, label, name }: Target, event: string): string {
  const place = { search: `AW-${id}/${label}`, professional: `conversion ${id}` }[platform as string] ?? id;
  const of = name ? ` (${name})` : '';
  const told = eventName(platform, event);
  return `${told === 'conversion' ? event : told} to ${platform} ${place}${of}`.trim();
}

function reasonOf(
  { outcome, existing }: PlannedPlatform,
  trigger: string,
  when: string,
  where: WhereGiven,
  args: ConversionGiven,
) {
  if (!existing || outcome === 'made') return {};
  if (outcome === 'already_there')
    return { why: `Tag ${existing.tagId} "${existing.name}" sends it at the same moment.${lacks(existing, args)}` };
  const state = existing.paused ? 'is paused' : 'fires at another moment';
  return {
    why: `Tag ${existing.tagId} "${existing.name}" sends this conversion already and ${state}; a second tag would count it twice, so none was made.`,
    ...(trigger && {
      instead: {
        tool: 'update_tag',
        arguments: {
          ...where,
          tag_id: existing.tagId,
          ...(existing.paused && { paused: false }),
          ...(!existing.firingTriggerId.includes(trigger) && { add_fires_on: [trigger] }),
        },
        purpose: existing.paused
          ? `Let that tag fire again, on this too: ${when}`
          : `Let that tag fire on this too: ${when}. What meets both moments is then counted twice; fires_on in place of add_fires_on leaves only this one`,
      },
    }),
  };
}

/** What the tag that is there does not do of what was asked for. */
function lacks({ type, parameter, consentSettings }: Tag, { event_id, value }: ConversionGiven): string {
  const text = JSON.stringify(parameter);
  const missing = [
    ...(event_id !== undefined && type === 'html' && !/event_?id/i.test(text) ? ['passes no event id'] : []),
    ...(value !== undefined && !/value"?\s{0,9}:|conversionValue|"value","value"/i.test(text)
      ? ['sends no value']
      : []),
    ...((consentSettings?.consentStatus ?? 'notSet') === 'notSet' ? ['asks for no consent'] : []),
  ];
  return missing.length > 0 ? ` It ${missing.join(', ')}: update_tag changes that.` : '';
}

function notesOf(
  { event_id, value, fires_on, consent }: ConversionGiven,
  planned: readonly PlannedPlatform[],
): string[] {
  const made = planned.filter(({ outcome }) => outcome === 'made').map(({ platform }) => platform);
  const byCode = made.filter((platform) => ['social', 'video', 'professional'].includes(platform));
  return [
    ...(byCode.length > 0 && event_id === undefined
      ? [`Without event_id the same event sent from a server counts twice (${byCode.join(', ')}).`]
      : []),
    ...(made.length > 0 && value === undefined
      ? ['No value is sent: conversions count, and are worth nothing or their default.']
      : []),
    ...(fires_on.page_address && !fires_on.own_event && !fires_on.click && !fires_on.form
      ? ['It fires each time such a page is loaded, also when a visitor comes back to it or reloads it.']
      : []),
    ...(byCode.length > 0 && consent === undefined
      ? [`Tags of ${byCode.join(', ')} wait for ad_storage and ad_user_data: the website has to have consent mode.`]
      : []),
  ];
}
