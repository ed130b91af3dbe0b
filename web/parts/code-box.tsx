import classes from './code-box.module.css';

/** Preformatted text, such as JSON or a command; focusable, so that the keyboard can scroll it. */
export function CodeBox({ children, label }: { children: string; label: string }) {
  return (
    <pre className={classes.root} tabIndex={0} role="region" aria-label={label}>
      {children}
    </pre>
  );
}
