import { ActionIcon, Button } from '@mantine/core';
import { IconHandStop, IconPlayerPlay } from '@tabler/icons-react';
import { createContext, use } from 'react';
import { useScope } from '../api/scope.ts';
import { useOpenStops } from '../api/stops.ts';
import { VIEWERS, WhomToAsk } from '../parts/locked-notice.tsx';
import classes from './stop.module.css';
import { useGo } from './use-go.ts';

/** Opens the dialog that stops all spending. */
export const OpenStopDialog = createContext<() => void>(() => {});

function useStopButton() {
  const { workspaces } = useScope();
  const isStopped = useOpenStops().length > 0;
  const open = use(OpenStopDialog);
  const go = useGo();
  return {
    isStopped,
    mayStop: workspaces.some(({ role }) => role !== 'viewer'),
    press: isStopped ? () => go('/stop') : open,
    text: isStopped ? 'Resume spending' : 'Stop spending',
    icon: isStopped ? <IconPlayerPlay size={16} stroke={1.75} /> : <IconHandStop size={16} stroke={1.75} />,
  };
}

/** At the foot of the navigation, on every page. */
export function StopButton() {
  const { isStopped, mayStop, press, text, icon } = useStopButton();
  return (
    <div className={classes.foot}>
      <Button
        fullWidth
        justify="flex-start"
        className={isStopped ? classes.resume : classes.stop}
        leftSection={icon}
        disabled={!mayStop && !isStopped}
        onClick={press}
      >
        {text}
      </Button>
      {!mayStop && (
        <span className={classes.why}>
          {VIEWERS} <WhomToAsk />
        </span>
      )}
    </div>
  );
}

/** In the title bar of a window too narrow for the navigation. */
export function StopInBar() {
  const { isStopped, mayStop, press, text, icon } = useStopButton();
  return (
    <ActionIcon
      className={`${classes.inBar} ${isStopped ? '' : classes.stop}`}
      size={40}
      disabled={!mayStop && !isStopped}
      onClick={press}
      aria-label={text}
    >
      {icon}
    </ActionIcon>
  );
}
