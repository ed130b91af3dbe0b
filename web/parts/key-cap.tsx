import classes from './key-cap.module.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** A keyboard key; `mod` is shown as ⌘ on Apple machines and as Ctrl on others. */
export function KeyCap({ keys, onAccent = false }: { keys: string; onAccent?: boolean }) {
  return (
    <kbd className={classes.root} data-on-accent={onAccent}>
      {keys.replace('mod', isApple ? '⌘' : 'Ctrl ')}
    </kbd>
  );
}
