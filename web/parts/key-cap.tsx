import classes from './key-cap.module.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** `mod` is the key of the reader's own machine. */
export function KeyCap({ keys, onAccent = false }: { keys: string; onAccent?: boolean }) {
  return (
    <kbd className={classes.root} data-on-accent={onAccent}>
      {keys.replace('mod', isApple ? '⌘' : 'Ctrl ')}
    </kbd>
  );
}
