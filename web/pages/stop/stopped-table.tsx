import { Button, Card } from '@mantine/core';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { daySumTexts } from '../../api/day-sums.ts';
import { useScope } from '../../api/scope.ts';
import { channelsToRetry, type OpenStop, stopAgain } from '../../api/stops.ts';
import { plural } from '../../format/number.ts';
import { clock, exact } from '../../format/time.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName, channelOrder } from '../../parts/channels.ts';
import { Failed } from '../../parts/failure-notice.tsx';
import { saveCsv } from '../../parts/save-csv.ts';
import { Shape } from '../../parts/shape.tsx';
import classes from './stop.module.css';
import { type Listed, SHAPES, StoppedNames, WORDS } from './stopped-names.tsx';
import { useDayCost } from './use-day-cost.ts';

type NotStopped = OpenStop['notStopped'][number];

interface Place {
  /** Undefined: nothing is known of the channel's accounts, since it did not answer. */
  account: string | undefined;
  objects: Listed[];
}

interface ChannelPlaces {
  channel: string;
  places: Place[];
  lines: NotStopped[];
}

/** By channel, since that is what is tried again. */
function placesOf({ objects, notStopped }: OpenStop): ChannelPlaces[] {
  const channels = [...new Set([...objects, ...notStopped].map(({ channel }) => channel))];
  return channels
    .sort((one, other) => channelOrder(one) - channelOrder(other))
    .map((channel) => {
      const own = Map.groupBy(
        objects.filter((one) => one.channel === channel),
        ({ account }) => account,
      );
      const lines = notStopped.filter((line) => line.channel === channel);
      const silent = lines.map(({ account }) => account).filter((id) => id === undefined || !own.has(id));
      return {
        channel,
        lines: [...new Map(lines.map((line) => [`${line.code} ${line.why}`, allOf(line, lines)])).values()],
        places: [
          ...[...own].map(([account, some]) => ({ account, objects: some })),
          ...[...new Set(silent)].map((account) => ({ account, objects: [] })),
        ],
      };
    });
}

/** Accounts that did not stop for the same reason are one line. */
const allOf = (line: NotStopped, lines: readonly NotStopped[]): NotStopped => ({
  ...line,
  objects: lines.filter(({ code, why }) => code === line.code && why === line.why).flatMap((one) => one.objects ?? []),
});

/** Outcome by channel and account, and under each that did not stop the reason and the next step. */
export function StoppedTable({ stop }: { stop: OpenStop }) {
  const [byName, setByName] = useState(false);
  return (
    <Card component="section" aria-label="What stopped?">
      <div className={classes.top}>
        <h2 className={classes.heading}>
          What stopped? <code>{stop.id}</code>
        </h2>
        {stop.objects.length > 0 && (
          <>
            <Button size="xs" onClick={() => setByName(!byName)} aria-expanded={byName}>
              {byName ? 'By account' : `All ${stop.objects.length} by name`}
            </Button>
            <Button size="xs" leftSection={<IconDownload />} onClick={() => saveCsv('stopped.csv', csvOf(stop))}>
              CSV
            </Button>
          </>
        )}
      </div>
      {byName ? <StoppedNames objects={stop.objects} /> : <Accounts stop={stop} />}
    </Card>
  );
}

function Accounts({ stop }: { stop: OpenStop }) {
  return (
    <section className={classes.table} aria-label="By channel and account" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Channel and account</th>
            <th scope="col">Objects</th>
            <th scope="col">A day</th>
            <th scope="col">Outcome</th>
            <th scope="col">Read back</th>
          </tr>
        </thead>
        <tbody>
          {placesOf(stop).map(({ channel, places, lines }) => (
            <Fragment key={channel}>
              {places.map((place) => (
                <Account key={place.account ?? ''} channel={channel} place={place} workspaceId={stop.workspaceId} />
              ))}
              {lines.length > 0 && <Reasons channel={channel} lines={lines} stop={stop} />}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Account({ channel, place, workspaceId }: { channel: string; place: Place; workspaceId: string }) {
  const { account, objects } = place;
  const cost = daySumTexts(useDayCost(workspaceId, objects));
  const states = [...Map.groupBy(objects, ({ state }) => state)];
  const last = objects.reduce((latest, { settledAt }) => (settledAt && settledAt > latest ? settledAt : latest), '');
  return (
    <tr data-refused={states.length === 0 || states.some(([state]) => state === 'not_stopped')}>
      <td>
        <span className={classes.place}>
          <ChannelIcon channel={channel} /> {channelName(channel)}{' '}
          <bdi className={classes.quiet}>{account ?? 'every account'}</bdi>
        </span>
      </td>
      <td title={objects.map(({ name }) => name).join(', ')}>
        {objects.length === 0 ? 'not known' : plural(objects.length, objects[0]!.level.replaceAll('_', ' '))}
      </td>
      <td>{cost.length > 0 ? cost.join(', ') : '–'}</td>
      <td>
        {states.map(([state, some]) => (
          <span key={state} className={classes.outcome}>
            <Shape kind={SHAPES[state]} size={12} /> {WORDS[state]}
            {states.length > 1 && ` ${some.length}`}
          </span>
        ))}
        {states.length === 0 && (
          <span className={classes.outcome}>
            <Shape kind="rejected" size={12} /> Did not stop
          </span>
        )}
      </td>
      <td>{last === '' ? '–' : <time title={exact(last)}>{clock(last)}</time>}</td>
    </tr>
  );
}

function Reasons({ channel, lines, stop }: Pick<ChannelPlaces, 'channel' | 'lines'> & { stop: OpenStop }) {
  const { all } = useScope();
  const again = useMutation({ mutationFn: () => stopAgain(stop.workspaceId, [channel]) });
  const mayStop = all.find(({ id }) => id === stop.workspaceId)?.role !== 'viewer';
  return (
    <tr data-refused="true">
      <td colSpan={5} className={classes.reasons}>
        {lines.map(({ code, why, next_step, objects = [] }) => (
          <p key={`${code} ${why}`}>
            {why} (<code>{code}</code>){objects.length > 0 && ` May still spend: ${namesOf(objects)}.`} {next_step}
          </p>
        ))}
        <Failed error={again.error} title={`${channelName(channel)} was not tried again`} />
        {mayStop && (
          <span className={classes.place}>
            <Button
              size="xs"
              className={classes.now}
              leftSection={<IconRefresh />}
              loading={again.isPending}
              onClick={() => again.mutate()}
            >
              Try {channelName(channel)} again
            </Button>
            {channelsToRetry(stop).includes(channel)
              ? 'Tried again by itself every 30 s while a page of Adhelm is open.'
              : 'Not tried again by itself: the reason does not pass without somebody.'}
          </span>
        )}
      </td>
    </tr>
  );
}

const NAMED_MAX = 5;

function namesOf(objects: readonly { name: string }[]): string {
  const names = objects.slice(0, NAMED_MAX).map(({ name }) => name);
  const rest = objects.length - names.length;
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ');
}

const csvOf = ({ objects }: OpenStop) =>
  objects.map(({ channel, account, level, id, name, state, settledAt, aDay }) => ({
    channel,
    account,
    level,
    id,
    name,
    state,
    read_back_at: settledAt,
    a_day: aDay?.amount,
    currency: aDay?.currency,
  }));
