import { z } from 'zod';
import type { Failure } from '../errors.ts';
import type { Conversions, FieldProblem } from '../tools/conversions/conversions.ts';
import type { ConversionEvent } from '../tools/conversions/event.ts';
import type { KeptSend, SendEntry } from '../tools/conversions/send-ledger.ts';
import type { SentEvent } from './batch.ts';

export const OUTCOMES = ['sent', 'already_sent', 'skipped', 'refused', 'unknown'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What became of one event at one destination. */
export const SendOutcome = z.object({
  event_id: z.string().optional(),
  outcome: z.enum(OUTCOMES),
  destination: z.string().optional().describe('Its id'),
  field: z.string().optional(),
  why: z.string().optional(),
  problems: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .optional()
    .describe('Where there are several'),
  next_step: z.string().optional(),
});
export type SendOutcome = z.infer<typeof SendOutcome>;

type Told = Omit<SendOutcome, 'event_id' | 'destination'>;

export function refusedFor(problems: readonly FieldProblem[]): Told {
  const { field, message } = problems[0]!;
  return { outcome: 'refused', field, why: message, ...(problems.length > 1 && { problems: [...problems] }) };
}

/** What the platform said of an event that was sent now. */
export function toldBy(answer: SentEvent, resend: Conversions['resend'], notes: readonly string[]): Told {
  switch (answer.outcome) {
    case 'failed':
      return notSent('not sent', answer.failure);
    case 'unknown':
      return { ...answer, next_step: nextOfUnknown(resend) };
    case 'sent':
      return { outcome: 'sent', ...(notes.length > 0 && { why: notes.join('; ') }) };
    case 'already_sent':
      return answer;
    case 'refused': {
      const { later, ...told } = answer;
      return { ...told, ...(later && { next_step: 'Send it again later: it does not count as sent.' }) };
    }
  }
}

export function notSent(words: string, { details }: Failure): Told {
  return { outcome: 'refused', why: `${words}: ${details.message}`, next_step: details.nextStep };
}

/** The answer to an event that the ledger has: as it went before, and whether this one says something else. */
export function repeated(event: ConversionEvent, kept: KeptSend, resend: Conversions['resend']): Told {
  const at = new Date(kept.at).toISOString();
  if (kept.state === 'sending') {
    const next_step = 'Look with list_sent_conversions in a moment.';
    return { outcome: 'unknown', why: `another call has been sending it since ${at}`, next_step };
  }
  if (kept.state === 'unknown') {
    const isLate = resend.safe && ' and too long ago to be sent again';
    const next_step = nextOfUnknown({ ...resend, safe: false });
    return { outcome: 'unknown', why: `sent at ${at}, the answer was lost${isLate || ''}`, next_step };
  }
  const others = differences(event, kept);
  return {
    outcome: 'already_sent',
    why: others.length > 0 ? `sent at ${at} with another ${others.join(', ')}, which stays as it was` : `sent at ${at}`,
  };
}

function nextOfUnknown({ safe, because }: Conversions['resend']): string {
  return safe
    ? `Send it again with the same event_id: ${because}.`
    : `Do not send it again: ${because}. Look at the platform's own numbers after its delay.`;
}

export function entryOf({ event, event_id, happened_at, value, source }: ConversionEvent): SendEntry {
  return { eventId: event_id, event, happenedAt: Date.parse(happened_at), value, source };
}

function differences(event: ConversionEvent, kept: KeptSend): string[] {
  const now = entryOf(event);
  return [
    ...(now.event === kept.event ? [] : ['event']),
    ...(now.happenedAt === kept.happenedAt ? [] : ['happened_at']),
    ...(now.value?.amount === kept.value?.amount && now.value?.currency === kept.value?.currency ? [] : ['value']),
  ];
}
