import { Button } from '@mantine/core';
import classes from './read-back.module.css';
import { Shape } from './shape.tsx';

interface Props {
  /** What was read back, not what was asked for. */
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

/** Told when the first message is about to be shown. */
export const FIRST_MESSAGE = 'adhelm:first-message';

/** The same at the bottom right, after a write. Loaded with the first one: most visits write nothing. */
export async function showReadBack(props: Props): Promise<void> {
  window.dispatchEvent(new Event(FIRST_MESSAGE));
  const { notifications } = await import('./messages.tsx');
  const id = crypto.randomUUID();
  notifications.show({
    id,
    withCloseButton: false,
    withBorder: false,
    icon: undefined,
    unstyled: true,
    message: (
      <ReadBack
        {...props}
        onUndo={
          props.onUndo &&
          (() => {
            notifications.hide(id);
            props.onUndo?.();
          })
        }
      />
    ),
  });
}
