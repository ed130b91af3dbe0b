import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './secret-box.module.css';
import { Shape } from './shape.tsx';

interface Props {
  secret: string;
  /** `key`, for the button and for readers of the screen. */
  what: string;
  /** What happens if it is lost. */
  warning?: string;
}

export function SecretBox({ secret, what, warning }: Props) {
  return (
    <div>
      <div className={classes.root}>
        {/* Scrolls on narrow screens, so the keyboard must reach it. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take focus */}
        <code className={classes.secret} tabIndex={0} aria-label={`The ${what}`}>
          {secret}
        </code>
        <CopyButton value={secret} timeout={3000}>
          {({ copied, copy }) => (
            <Button
              variant="filled"
              className={classes.copy}
              onClick={copy}
              leftSection={copied ? <IconCheck /> : <IconCopy />}
            >
              {copied ? 'Copied' : `Copy ${what}`}
            </Button>
          )}
        </CopyButton>
      </div>
      {warning && (
        <div className={classes.warning}>
          <Shape kind="limited" size={12} />
          {warning}
        </div>
      )}
    </div>
  );
}
