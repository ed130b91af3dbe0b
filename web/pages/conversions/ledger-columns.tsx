import type { Send, SentEvent } from '../../api/conversions.ts';
import { money } from '../../format/money.ts';
import { UNKNOWN } from '../../format/number.ts';
import { clock, DAY_MS, exact, shortDate } from '../../format/time.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { AD_CHANNELS, channelName } from '../../parts/channels.ts';
import type { Column } from '../../parts/data-table-columns.ts';
import { Shape } from '../../parts/shape.tsx';
import { Tag } from '../../parts/tag.tsx';
import classes from './conversions.module.css';
import { eventWord, sourceWord, speaking, type TestEvents, wordsOf } from './words.ts';

/** What a test event does, by channel. */
export type TestModes = Readonly<Record<string, TestEvents>>;

export const ledgerColumns = (modes: TestModes): readonly Column<SentEvent>[] => [
  { id: 'time', header: 'Time', quiet: true, width: 64, cell: ({ at }) => <When at={at} /> },
  {
    id: 'event',
    header: 'Event',
    width: 118,
    cell: ({ event, source }) => (
      <span title={event}>
        <span className={classes.event}>{eventWord(event)}</span>{' '}
        <span className={classes.source}>{sourceWord(source)}</span>
      </span>
    ),
  },
  {
    id: 'id',
    header: 'Event id',
    quiet: true,
    width: 106,
    cell: ({ eventId }) => <code title={eventId}>{eventId}</code>,
  },
  { id: 'value', header: 'Value', align: 'end', width: 88, cell: valueText },
  ...AD_CHANNELS.map((channel) => ({
    id: channel,
    header: channelName(channel),
    headIcon: <ChannelIcon channel={channel} />,
    width: 106,
    cell: ({ sends }: SentEvent) => <Cell sends={sends} channel={channel} modes={modes} />,
  })),
];

export const valueText = ({ value }: Pick<SentEvent, 'value'>): string =>
  value ? money(value.amount, value.currency) : UNKNOWN;

function When({ at }: { at: string }) {
  const isToday = Date.now() - Date.parse(at) < DAY_MS;
  return (
    <time dateTime={at} title={exact(at)} className={classes.time}>
      {isToday ? clock(at) : shortDate(at)}
    </time>
  );
}

function Cell({ sends, channel, modes }: { sends: readonly Send[]; channel: string; modes: TestModes }) {
  const here = sends.filter((send) => send.channel === channel);
  const send = speaking(here);
  if (!send) return <span className={classes.source}>{UNKNOWN}</span>;
  return (
    <span className={classes.cell}>
      <SendWord send={send} testEvents={modes[channel]} />
      {here.length > 1 && <Tag>+ {here.length - 1}</Tag>}
    </span>
  );
}

/** Cut where there is no room, and whole on hover. */
export function SendWord({ send, testEvents }: { send: Send; testEvents: TestEvents | undefined }) {
  const { shape, word, quiet } = wordsOf(send, testEvents);
  return (
    <span className={classes.said} data-quiet={quiet} title={[send.field, send.why ?? word].filter(Boolean).join(': ')}>
      <Shape kind={shape} size={12} /> <span>{word}</span>
    </span>
  );
}

/** Two lines: the event, then each channel that was spoken to. */
export function EventCompact({ event, modes }: { event: SentEvent; modes: TestModes }) {
  const channels = AD_CHANNELS.filter((channel) => event.sends.some((send) => send.channel === channel));
  return (
    <div className={classes.compact}>
      <div className={classes.compactRow}>
        <span>
          <span className={classes.event}>{eventWord(event.event)}</span>{' '}
          <code className={classes.source}>{event.eventId}</code>
        </span>
        <span>{valueText(event)}</span>
      </div>
      <div className={classes.compactSends}>
        <When at={event.at} />
        {channels.map((channel) => (
          <span key={channel} className={classes.cell}>
            <ChannelIcon channel={channel} labelled />
            <Cell sends={event.sends} channel={channel} modes={modes} />
          </span>
        ))}
      </div>
    </div>
  );
}
