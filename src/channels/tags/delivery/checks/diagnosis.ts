import { z } from 'zod';
import { quoted, type View } from '../../resources/objects/container-view.ts';
import { sendsOf } from '../../resources/objects/sends.ts';
import { consentTypes } from '../../resources/objects/tag-fields.ts';
import { triggerWords } from '../../resources/objects/trigger-words.ts';
import type { Tag } from '../../wire.ts';
import { type Connected, strangeness } from './accounts.ts';
import { setsConsent } from './consent.ts';
import type { AuditFinding, Mend } from './finding.ts';
import { beginsAt, callersOf, limitWords, obstaclesOf, updateTag } from './firing.ts';
import { valueFindings } from './google-tags.ts';
import { brokenReferences } from './references.ts';

/** What can keep a tag from firing, or what it sends from being counted. */
const ASPECTS = [
  'status',
  'live',
  'trigger',
  'blocked',
  'schedule',
  'sequence',
  'variable',
  'consent',
  'account',
] as const;

/** One reason; the message is a sentence without its full stop, as in every channel's diagnosis. */
export interface Reason {
  about: (typeof ASPECTS)[number];
  stops: boolean;
  message: string;
  mend?: Mend | undefined;
}

export const ReasonOutput = z.looseObject({
  about: z.enum(ASPECTS),
  stops: z.boolean(),
  message: z.string(),
  mend: z.looseObject({}).optional().describe('Ready call'),
});

const ABOUT: Readonly<Partial<Record<AuditFinding['kind'], Reason['about']>>> = {
  paused: 'status',
  schedule_over: 'schedule',
  no_trigger: 'trigger',
  missing_trigger: 'trigger',
  never_fires: 'trigger',
  always_blocked: 'blocked',
  missing_variable: 'variable',
  missing_tag: 'sequence',
  value_without_currency: 'account',
};

/** Everything about one tag that the container and the connected accounts tell. */
export function reasonsOf(tag: Tag, view: View, connected: Connected): Reason[] {
  const obstacles = obstaclesOf(tag, view);
  return [
    ...obstacles.map((one) => asReason(one, tag)),
    ...startReasons(tag, view),
    ...triggerReasons(tag, view, obstacles),
    ...sequenceReasons(tag, view),
    ...brokenReferences(tag, view).map((one) => ({ ...asReason(one, tag), stops: one.kind === 'missing_tag' })),
    ...consentReasons(tag, view),
    ...accountReasons(tag, view, connected),
    ...valueFindings(tag, view).map((one) => ({ ...asReason(one, tag), stops: false })),
  ];
}

/** An audit leaves a pause or an ended schedule alone; a diagnosis offers the call that ends it. */
function asReason({ kind, what, mend }: AuditFinding, tag: Tag): Reason {
  const own = {
    paused: updateTag(tag, { paused: false }),
    schedule_over: updateTag(tag, { schedule: { to: 'none' } }),
  };
  const call = kind === 'paused' || kind === 'schedule_over' ? own[kind] : typeof mend === 'string' ? undefined : mend;
  const stops = kind !== 'missing_trigger' || tag.firingTriggerId.length === 1;
  return { about: ABOUT[kind] ?? 'status', stops, message: what.replace(/\.$/, ''), ...(call && { mend: call }) };
}

function startReasons(tag: Tag, view: View): Reason[] {
  const start = beginsAt(tag, view);
  if (start === undefined) return [];
  const mend = updateTag(tag, { schedule: { from: 'none' } });
  return [{ about: 'schedule', stops: true, message: `Its schedule begins at ${start}`, mend }];
}

/** Triggers that never fire beside others that do, and triggers that sometimes block. */
function triggerReasons(tag: Tag, view: View, obstacles: readonly AuditFinding[]): Reason[] {
  const isTold = obstacles.some(({ kind }) => kind === 'never_fires');
  const dead = isTold ? [] : tag.firingTriggerId.flatMap((id) => view.names.triggerOf(id) ?? []);
  const told = dead.flatMap((trigger) => limitWords(trigger, view) ?? []);
  const blocks = obstacles.some(({ kind }) => kind === 'always_blocked') ? [] : tag.blockingTriggerId;
  return [
    ...told.map((words): Reason => ({ about: 'trigger', stops: false, message: `Its trigger ${words}` })),
    ...blocks.flatMap((id): Reason[] => {
      const trigger = view.names.triggerOf(id);
      const words = trigger ? triggerWords(trigger, view.names) : view.names.triggerName(id);
      return [{ about: 'blocked', stops: false, message: `It does not fire on ${words}, which blocks it` }];
    }),
  ];
}

function sequenceReasons(tag: Tag, view: View): Reason[] {
  const callers = callersOf(tag, view);
  const paused = tag.setupTag.flatMap(({ tagName }) => {
    const before = view.tagNamed(tagName);
    return before?.paused ? [before] : [];
  });
  return [
    ...paused.map(
      (before): Reason => ({
        about: 'sequence',
        stops: false,
        message: `Its set-up tag ${quoted(before)} is paused, so that what that prepares is not there`,
        mend: updateTag(before, { paused: false }),
      }),
    ),
    ...(tag.firingTriggerId.length === 0 && callers.length > 0
      ? [
          {
            about: 'sequence',
            stops: false,
            message: `It fires only with ${callers.map(quoted).join(' and ')}`,
          } as const,
        ]
      : []),
  ];
}

function consentReasons(tag: Tag, view: View): Reason[] {
  if (tag.consentSettings?.consentStatus !== 'needed') return [];
  const types = consentTypes(tag).join(', ') || 'consent';
  const givers = view.contents.tags.filter((one) => setsConsent(one, view));
  const by =
    givers.length > 0
      ? `which ${givers.map(quoted).join(' and ')} tells`
      : 'which no tag of this container tells: the website has to, or it never fires';
  return [{ about: 'consent', stops: false, message: `It fires only for visitors who agreed to ${types}, ${by}` }];
}

function accountReasons(tag: Tag, view: View, { channels, awaited }: Connected): Reason[] {
  const strange = sendsOf(tag, view).flatMap((send) =>
    channels.includes(send.platform) ? (strangeness(send, awaited) ?? []) : [],
  );
  return [...new Set(strange)].map((why) => ({ about: 'account', stops: false, message: `It sends to ${why}` }));
}
