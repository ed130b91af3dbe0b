import { Button, Card, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName, channelOrder } from '../../parts/channels.ts';
import { Failed } from '../../parts/failure-notice.tsx';
import classes from './rehearsal.module.css';
import type { Fault } from './types.ts';

const KINDS = [
  { kind: 'latency', label: 'Slow', times: 20, ms: 3000, words: (left: number) => `3 s, next ${left}` },
  { kind: 'cut_after', label: 'Cut after arriving', times: 1, words: (left: number) => `next ${left}` },
  { kind: 'throttle', label: 'Throttled', times: 5, words: (left: number) => `next ${left}` },
  { kind: 'expired_token', label: 'Token expired', times: 3, words: (left: number) => `next ${left}` },
] as const;

interface Props {
  platforms: readonly string[];
  faults: readonly Fault[];
  mayChange: boolean;
}

export function Faults({ platforms, faults, mayChange }: Props) {
  const queries = useQueryClient();
  // Use the reply, no refetch: by then the pages' own platform calls may have used up the fault just set.
  const onSuccess = (armed: Fault[]) =>
    queries.setQueryData(api.rehearsal.state.queryKey(), (state) => state && { ...state, faults: armed });
  const set = useMutation(api.rehearsal.setFault.mutationOptions({ onSuccess }));
  const clear = useMutation(api.rehearsal.clearFaults.mutationOptions({ onSuccess }));
  const error = set.error ?? clear.error;
  const shown = platforms.filter((platform) => channelOrder(platform) < 99);
  return (
    <Card component="section" aria-label="What should go wrong?">
      <div className={classes.cardHead}>
        <h2>What should go wrong?</h2>
        <span className={classes.quiet}>
          {faults.length === 0 ? 'nothing switched on' : `${faults.length} switched on`}
        </span>
        <Button size="xs" disabled={!mayChange || faults.length === 0} onClick={() => clear.mutate({})}>
          Clear all
        </Button>
      </div>
      <Failed error={error} title="The fault was not changed" />
      <div className={classes.scroll} tabIndex={0} role="region" aria-label="Faults by platform">
        <table className={classes.faults}>
          <thead>
            <tr>
              <th scope="col">Platform</th>
              {KINDS.map(({ kind, label }) => (
                <th key={kind} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...shown]
              .sort((a, b) => channelOrder(a) - channelOrder(b))
              .map((platform) => (
                <PlatformRow
                  key={platform}
                  platform={platform}
                  faults={faults}
                  mayChange={mayChange}
                  onSet={set.mutate}
                  onClear={clear.mutate}
                />
              ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

type Kind = (typeof KINDS)[number];

interface Changes {
  platform: string;
  mayChange: boolean;
  onSet(fault: { platform: string; kind: Kind['kind']; times: number; ms?: number }): void;
  onClear(fault: { platform: string; kind: Kind['kind'] }): void;
}

function PlatformRow({ faults, ...changes }: Changes & Pick<Props, 'faults'>) {
  const { platform } = changes;
  return (
    <tr>
      <th scope="row">
        <span className={classes.platform}>
          <ChannelIcon channel={platform} /> {channelName(platform)}
        </span>
      </th>
      {KINDS.map((kind) => (
        <td key={kind.kind}>
          <FaultSwitch
            {...changes}
            kind={kind}
            armed={faults.find((fault) => fault.platform === platform && fault.kind === kind.kind)}
          />
        </td>
      ))}
    </tr>
  );
}

function FaultSwitch(props: Changes & { kind: Kind; armed: Fault | undefined }) {
  const { platform, kind, armed, mayChange, onSet, onClear } = props;
  const { label, words, ...fault } = kind;
  return (
    <Switch
      size="xs"
      withThumbIndicator={false}
      disabled={!mayChange}
      checked={armed !== undefined}
      aria-label={`${label} on ${channelName(platform)}`}
      label={armed && words(armed.times)}
      onChange={(event) =>
        event.currentTarget.checked ? onSet({ platform, ...fault }) : onClear({ platform, kind: kind.kind })
      }
    />
  );
}
