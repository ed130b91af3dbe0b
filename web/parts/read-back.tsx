import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from './problem.tsx';
import type { WriteProblem } from './problem-of.ts';
import classes from './read-back.module.css';
import { Shape } from './shape.tsx';

interface Props {
  /** The value read from the platform after the change, not the one asked for. */
  title: string;
  about: string;
  /** Only where the tool is safe to repeat. */
  onUndo?(): void;
}

export function ReadBack({ title, about, onUndo }: Props) {
  return (
    <div className={classes.root} role="status">
      <Shape kind="done" size={14} />
      <div className={classes.texts}>
        <div className={classes.title}>{title}</div>
        <div className={classes.about}>{about}</div>
      </div>
      {onUndo && (
        <Button size="xs" variant="transparent" color="helm" onClick={onUndo}>
          Undo
        </Button>
      )}
    </div>
  );
}

/** Window event dispatched before a message is shown, on which `App` mounts the notifications. */
export const FIRST_MESSAGE = 'adhelm:first-message';

/** Loads what shows messages before there is one, on pages whose writes may fail because the browser is offline. */
export const prepareMessages = (): void => void window.dispatchEvent(new Event(FIRST_MESSAGE));

/** Shows a notification. Their code is loaded with the first one, since most visits change nothing. */
async function show(message: (close: () => void) => ReactNode, autoClose?: false): Promise<void> {
  window.dispatchEvent(new Event(FIRST_MESSAGE));
  const { notifications } = await import('./messages.tsx');
  const id = crypto.randomUUID();
  notifications.show({
    id,
    withCloseButton: false,
    withBorder: false,
    icon: undefined,
    unstyled: true,
    autoClose,
    message: message(() => notifications.hide(id)),
  });
}

/** Confirms a change with the value read back. */
export const showReadBack = ({ onUndo, ...told }: Props): Promise<void> =>
  show((close) => (
    <ReadBack
      {...told}
      {...(onUndo && {
        onUndo: () => {
          close();
          onUndo();
        },
      })}
    />
  ));

/** Reports a failed change when no dialog is open to show it. Stays until closed. */
export const showProblem = (problem: WriteProblem): Promise<void> =>
  show((close) => <Problem {...problem} onClose={close} />, false);
