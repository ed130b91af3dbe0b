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
        <div className={classes.secret} tabIndex={0} role="region" aria-label={`The ${what}`}>
          <code>{secret}</code>
        </div>
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
