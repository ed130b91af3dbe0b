import { Button, Card, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Destination, type Destinations, type Reading, useQuality } from '../../api/conversions.ts';
import type { Workspace } from '../../api/scope.ts';
import { readableId } from '../../format/id.ts';
import { plural, rate, UNKNOWN, wholeCount } from '../../format/number.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName, channelOrder } from '../../parts/channels.ts';
import { Empty } from '../../parts/empty-state.tsx';
import { Shape } from '../../parts/shape.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { useGo } from '../../shell/use-go.ts';
import classes from './conversions.module.css';
import { lastOf, measureName, measureOf, measureValue, refusedShare, sentSum, stateOf } from './words.ts';

/** One of each channel, so that what the platforms said stands on the first screen. */
const FIRST_CARDS = 4;

interface Props {
  workspace: Workspace;
  read: Destinations;
  isReading: boolean;
  onRead(): void;
}

export function DestinationCards({ workspace, read, isReading, onRead }: Props) {
  const [all, setAll] = useState(false);
  const sorted = read.destinations.toSorted(
    (a, b) => channelOrder(a.channel) - channelOrder(b.channel) || sentSum(b) - sentSum(a),
  );
  const gaps = gapsOf(read);
  const shown = all ? sorted : firstOfEach(sorted, FIRST_CARDS - gaps.length);
  const readingOf = useQuality(workspace.id, shown);
  if (sorted.length === 0 && gaps.every(({ kind }) => kind === 'not connected')) return <NothingConnected />;
  return (
    <>
      <section className={classes.cards} aria-label="Destinations">
        {shown.map((one) => (
          <DestinationCard key={`${one.channel} ${one.account} ${one.id}`} destination={one} reading={readingOf(one)} />
        ))}
        {gaps.map((gap) => (
          <GapCard key={gap.channel} gap={gap} isReading={isReading} onRead={onRead} />
        ))}
      </section>
      <More read={read} hidden={sorted.length - shown.length} onAll={() => setAll(true)} />
    </>
  );
}

/** One of each channel first, so that no channel hides another; in the given order. */
function firstOfEach(sorted: readonly Destination[], max: number): readonly Destination[] {
  const channels = [...Map.groupBy(sorted, ({ channel }) => channel).values()];
  const inTurn = channels
    .flatMap((some) => some.map((one, rank) => ({ one, rank })))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, max)
    .map(({ one }) => one);
  return sorted.filter((one) => inTurn.includes(one));
}

function More({ read, hidden, onAll }: { read: Destinations; hidden: number; onAll(): void }) {
  if (hidden === 0 && read.closed.length === 0) return null;
  return (
    <div className={classes.more}>
      {hidden > 0 && (
        <Button size="xs" variant="subtle" onClick={onAll}>
          Show all {wholeCount(read.destinations.length)}
        </Button>
      )}
      {read.closed.length > 0 && (
        <details className={classes.closed}>
          <summary>{plural(read.closed.length, 'destination takes', 'destinations take')} no events from here</summary>
          <ul>
            {read.closed.map(({ channel, id, name, why }) => (
              <li key={`${channel} ${id}`}>
                <ChannelIcon channel={channel} labelled /> <span>{name}</span> <span>{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function DestinationCard({ destination, reading }: { destination: Destination; reading: Reading }) {
  const { channel, name, kind, id, sent, refused } = destination;
  const { shape, word, tone } = stateOf(destination, reading.quality, Date.now());
  const last = lastOf(destination);
  return (
    <Card component="article" className={classes.card} aria-label={`${channelName(channel)}: ${name}`}>
      <header className={classes.cardHead}>
        <ChannelIcon channel={channel} size={32} />
        <div className={classes.cardNames}>
          <div className={classes.cardTitle}>
            <h2>{channelName(channel)}</h2>
            <StateMark shape={shape} tone={tone}>
              {word}
            </StateMark>
          </div>
          <div className={classes.called} title={`${name} · ${kind} ${id}`}>
            {name} · {kind.replaceAll('_', ' ')} {readableId(id)}
          </div>
        </div>
      </header>
      <QualityLine reading={reading} />
      <dl className={classes.lines}>
        <Line label={last?.label ?? 'Last received'}>
          {last ? <TimeText key={last.at} time={last.at} /> : 'nothing yet'}
        </Line>
        <Line label="Sent in 7 days">
          {sentSum(destination) > 0 && <Sparkline values={sent} />} {wholeCount(sentSum(destination))}
        </Line>
        <Line label="Refused">
          {wholeCount(refused)}{' '}
          {refused > 0 && <span className={classes.share}>({rate(refusedShare(destination), 1)})</span>}
        </Line>
      </dl>
    </Card>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const SEGMENTS = 10;

/** The platform's own measure by its own name. */
function QualityLine({ reading: { quality, isPending, problem } }: { reading: Reading }) {
  const measure = measureOf(quality);
  const filled = measure?.of ? Math.round((measure.value / measure.of) * SEGMENTS) : 0;
  const others = quality?.measures.filter((one) => one !== measure) ?? [];
  const [first] = quality?.diagnostics ?? [];
  const title = [...others.map((one) => `${nameOf(one)}: ${measureValue(one)}`), ...(quality?.notes ?? [])].join('\n');
  return (
    <div className={classes.quality} aria-busy={isPending} title={title || problem}>
      <div className={classes.measure}>
        <span>{measure ? nameOf(measure) : 'Quality'}</span>
        <strong>{measure ? measureValue(measure) : isPending ? '' : UNKNOWN}</strong>
      </div>
      <div className={classes.segments} aria-hidden="true">
        {Array.from({ length: SEGMENTS }, (_, at) => (
          <i key={String(at)} data-on={at < filled} />
        ))}
      </div>
      {first && (
        <div className={classes.diagnosis} title={first.meaning}>
          <Shape kind="limited" size={12} />
          <span>
            {first.count !== undefined && `${wholeCount(first.count)} × `}
            {first.meaning}
          </span>
        </div>
      )}
    </div>
  );
}

const nameOf = (measure: Parameters<typeof measureName>[0]) =>
  measure.event ? `${measureName(measure)}, ${measure.event}` : measureName(measure);

interface Gap {
  channel: string;
  kind: 'not connected' | 'no answer' | 'none';
  text: string;
}

/** The channels without a card, and why. */
function gapsOf({ channels, missing, destinations }: Destinations): Gap[] {
  return channels
    .toSorted((a, b) => channelOrder(a.channel) - channelOrder(b.channel))
    .flatMap(({ channel }): Gap[] => {
      const lost = missing.find((one) => one.channel === channel);
      if (lost?.code === 'not_connected') return [{ channel, kind: 'not connected', text: NOT_CONNECTED }];
      if (lost) return [{ channel, kind: 'no answer', text: lost.reason }];
      return destinations.some((one) => one.channel === channel) ? [] : [{ channel, kind: 'none', text: NONE }];
    });
}

const NOT_CONNECTED = 'Connect the platform, and what it knows as a place for events is listed here.';
const NONE = 'This account has no place that takes events from here. One is made at the platform or by a tool.';

function GapCard({
  gap: { channel, kind, text },
  isReading,
  onRead,
}: {
  gap: Gap;
  isReading: boolean;
  onRead(): void;
}) {
  const go = useGo();
  const title = { 'not connected': 'Not connected', 'no answer': 'No answer', none: 'No destination' }[kind];
  return (
    <Card component="article" className={classes.card} data-kind="gap" aria-label={`${channelName(channel)}: ${title}`}>
      <header className={classes.cardHead}>
        <ChannelIcon channel={channel} size={32} />
        <div className={classes.cardNames}>
          <h2>{channelName(channel)}</h2>
          <div className={classes.quiet}>{title}</div>
        </div>
      </header>
      <p className={classes.gapText}>{text}</p>
      <div>
        {kind === 'not connected' ? (
          <Button size="xs" onClick={() => go('/connections')}>
            Connect {channelName(channel)}
          </Button>
        ) : kind === 'no answer' ? (
          <Button size="xs" loading={isReading} onClick={onRead}>
            Try again
          </Button>
        ) : (
          <Button size="xs" onClick={() => go('/playground', { channel, tool: 'create_conversion_action' })}>
            Make one
          </Button>
        )}
      </div>
    </Card>
  );
}

function NothingConnected() {
  const go = useGo();
  return (
    <Card>
      <Empty
        title="No destination yet"
        action={
          <Button variant="filled" onClick={() => go('/connections')}>
            Connect a platform
          </Button>
        }
      >
        Datasets, conversion actions, rules and event sources of connected platforms stand here, with what arrived
        there.
      </Empty>
    </Card>
  );
}

export const CardsWaiting = () => (
  <div className={classes.cards} aria-busy="true">
    {[1, 2, 3, 4].map((at) => (
      <Skeleton key={at} height={172} />
    ))}
  </div>
);
