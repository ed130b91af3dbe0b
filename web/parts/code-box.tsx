import classes from './code-box.module.css';

/** Text for machines, as it is. */
export function CodeBox({ children, label }: { children: string; label: string }) {
  return (
    <pre className={classes.root} tabIndex={0} role="region" aria-label={label}>
      {children}
    </pre>
  );
}
