import { Card } from '@mantine/core';
import type { OpenStop } from '../../api/stops.ts';
import { plural } from '../../format/number.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName, channelOrder } from '../../parts/channels.ts';
import { Shape } from '../../parts/shape.tsx';
import classes from './stop.module.css';

type Listed = OpenStop['objects'][number];

const WORDS: Record<Listed['state'], string> = {
  stopped: 'Stopped',
  pausing: 'Unknown',
  not_stopped: 'Did not stop',
  resumed: 'Resumed',
  left: 'Left alone',
};
const SHAPES = {
  stopped: 'done',
  pausing: 'unknown',
  not_stopped: 'rejected',
  resumed: 'active',
  left: 'paused',
} as const;

/** Outcome by channel and account, and the reason of each that did not stop. */
export function StoppedTable({ stop }: { stop: OpenStop }) {
  const accounts = [...Map.groupBy(stop.objects, ({ channel, account }) => `${channel} ${account}`).values()].sort(
    ([one], [other]) => channelOrder(one!.channel) - channelOrder(other!.channel),
  );
  return (
    <Card component="section" aria-label="What stopped?">
      <h2 className={classes.heading}>
        What stopped? <code>{stop.id}</code>
      </h2>
      {stop.notStopped.map(({ channel, account, why, next_step }) => (
        <div key={`${channel} ${account} ${why}`} className={classes.refused}>
          <Shape kind="rejected" size={13} />
          <div>
            <strong>
              {channelName(channel)} {account}
            </strong>{' '}
            {why} {next_step}
          </div>
        </div>
      ))}
      <section className={classes.table} aria-label="By channel and account" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Channel</th>
              <th scope="col">Account</th>
              <th scope="col">Objects</th>
              <th scope="col">Outcome</th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((objects) => (
              <Account key={`${objects[0]!.channel} ${objects[0]!.account}`} objects={objects} />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

function Account({ objects }: { objects: readonly Listed[] }) {
  const [{ channel, account, level }] = objects as [Listed];
  const states = [...Map.groupBy(objects, ({ state }) => state)];
  return (
    <tr>
      <td>
        <span className={classes.place}>
          <ChannelIcon channel={channel} /> {channelName(channel)}
        </span>
      </td>
      <td>
        <bdi>{account}</bdi>
      </td>
      <td title={objects.map(({ name }) => name).join(', ')}>{plural(objects.length, level.replaceAll('_', ' '))}</td>
      <td>
        {states.map(([state, some]) => (
          <span key={state} className={classes.outcome}>
            <Shape kind={SHAPES[state]} size={12} /> {WORDS[state]}
            {states.length > 1 && ` ${some.length}`}
          </span>
        ))}
      </td>
    </tr>
  );
}
