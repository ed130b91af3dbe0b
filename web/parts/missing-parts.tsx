import { Button } from '@mantine/core';
import type { MissingPart } from '../api/reports.ts';
import { channelName } from './channels.ts';
import { Partial } from './partial-notice.tsx';

interface Props {
  missing: readonly MissingPart[];
  onRetry(): void;
  busy: boolean;
}

/** Which channels did not answer, once each, and the way to ask again. */
export function MissingParts({ missing, onRetry, busy }: Props) {
  if (missing.length === 0) return null;
  const byChannel = [...Map.groupBy(missing, ({ channel }) => channel)];
  const names = byChannel.map(([channel]) => channelName(channel));
  return (
    <Partial
      action={
        <Button size="xs" onClick={onRetry} loading={busy}>
          Try {names.length === 1 ? names[0] : 'them'} again
        </Button>
      }
    >
      {byChannel.map(([channel, parts]) => (
        <span key={channel}>
          {channelName(channel)} did not answer (<code>{parts[0]!.code}</code>): {parts[0]!.reason}{' '}
        </span>
      ))}
      What it has is missing here, not zero.
    </Partial>
  );
}
