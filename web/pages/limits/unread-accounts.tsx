import { Button } from '@mantine/core';
import { useState } from 'react';
import type { LimitOverview } from '../../api/limits.ts';
import { plural } from '../../format/number.ts';
import { channelName } from '../../parts/channels.ts';
import { Shape } from '../../parts/shape.tsx';
import { Tag } from '../../parts/tag.tsx';
import classes from './limits.module.css';

interface Props {
  unreadable: LimitOverview['unreadable'];
  /** Whether any limit stands that raises are held to. */
  isLimited: boolean;
  isReading: boolean;
  onRead(): void;
}

const SHOWN = 3;

/** What cannot be counted, why, and what that means for raises. */
export function UnreadAccounts({ unreadable, isLimited, isReading, onRead }: Props) {
  const [all, setAll] = useState(false);
  if (unreadable.length === 0) return null;
  const shown = all ? unreadable : unreadable.slice(0, SHOWN);
  return (
    <section className={classes.unreadable} aria-label="What cannot be read">
      <Shape kind="limited" size={14} />
      <div>
        <ul>
          {shown.map(({ channel, account, mode, why }) => (
            <li key={`${channel} ${account} ${mode} ${why}`}>
              <strong>
                {channelName(channel)}
                {account !== undefined && ` ${account}`}
              </strong>{' '}
              {mode === 'sandbox' && <Tag tone="sandbox">Sandbox</Tag>} {why}
            </li>
          ))}
        </ul>
        {unreadable.length > SHOWN && !all && (
          <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
            Show all {plural(unreadable.length, 'line')}
          </Button>
        )}
        <p>
          {isLimited
            ? 'Raises are refused on every channel until it can be read (cap_unverifiable). Pauses and cuts pass.'
            : 'It is missing in the sums below, and never counted as zero.'}
        </p>
      </div>
      <Button size="xs" loading={isReading} onClick={onRead}>
        Read again
      </Button>
    </section>
  );
}
