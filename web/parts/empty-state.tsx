import type { ReactNode } from 'react';
import { ChannelIcon } from './channel-icon.tsx';
import { AD_CHANNELS } from './channels.ts';
import classes from './states.module.css';

interface Props {
  title: string;
  /** Says what this place will show. */
  children: ReactNode;
  /** A button for the next step. */
  action?: ReactNode;
  icons?: ReactNode;
}

const channels = AD_CHANNELS.map((channel) => <ChannelIcon key={channel} channel={channel} size={30} />);

export function Empty({ title, children, action, icons = channels }: Props) {
  return (
    <div className={classes.empty}>
      {icons && <div className={classes.icons}>{icons}</div>}
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{children}</p>
      {action}
    </div>
  );
}
