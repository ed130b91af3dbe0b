import { Button, Radio } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Workspace } from '../../api/scope.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { CONNECTED_CHANNELS, channelName } from '../../parts/channels.ts';
import { ModeTag } from '../../parts/mode-tag.tsx';
import { Tag } from '../../parts/tag.tsx';
import classes from './set-up.module.css';

type Choice = 'sandbox' | 'live' | 'both';

const VERBS: Record<Choice, string> = {
  sandbox: 'Begin in the sandbox',
  live: 'Connect real accounts',
  both: 'Begin with both',
};

interface Props {
  workspace: Workspace;
  onBack(): void;
  onDone(): void;
}

export function BeginStep({ workspace, onBack, onDone }: Props) {
  const [choice, setChoice] = useState<Choice>('sandbox');
  const connect = () => window.location.assign(`/connections?workspace=${encodeURIComponent(workspace.id)}`);
  const row = (value: Choice, name: ReactNode, text: string, below?: ReactNode) => (
    <Radio.Card value={value} className={classes.choice} data-on={choice === value} aria-label={VERBS[value]}>
      <Radio.Indicator mt={2} />
      <span>
        <span className={classes.choiceName}>{name}</span>
        <span className={classes.choiceText} style={{ display: 'block' }}>
          {text}
        </span>
        {below}
      </span>
    </Radio.Card>
  );
  return (
    <>
      <Radio.Group value={choice} onChange={(value) => setChoice(value as Choice)} aria-label="Where to begin">
        <div className={classes.choices}>
          {row(
            'sandbox',
            <>
              In the sandbox <ModeTag mode="sandbox" /> <Tag>Recommended</Tag>
            </>,
            'Five emulated platforms and a spreadsheet, with a year of made-up history. Let an agent work, let a week pass, look at the charts. Nothing can be spent.',
            <span className={classes.channels}>
              {CONNECTED_CHANNELS.map((channel) => (
                <span key={channel}>
                  <ChannelIcon channel={channel} /> {channelName(channel)}
                </span>
              ))}
            </span>,
          )}
          {row(
            'live',
            <>
              With real accounts <ModeTag mode="live" />
            </>,
            'Sign in at each platform with your own app. Everything Adhelm creates starts paused; nothing spends before somebody enables it.',
          )}
          {row('both', 'Both', 'Begin live where you have an app, in the sandbox elsewhere.')}
        </div>
      </Radio.Group>
      <div className={classes.buttons}>
        <Button onClick={onBack}>Back</Button>
        <Button variant="filled" onClick={choice === 'sandbox' ? onDone : connect}>
          {VERBS[choice]}
        </Button>
      </div>
    </>
  );
}
