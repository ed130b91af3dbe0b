import classes from './code-box.module.css';

/** Text for machines, as it is. */
export function CodeBox({ children, label }: { children: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take focus
    <pre className={classes.root} tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}
