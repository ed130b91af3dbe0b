import { Button, CloseButton, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Shape } from './shape.tsx';
import classes from './states.module.css';

export interface ProblemDetails {
  /** What did not happen: `The budget was not changed`. */
  title: string;
  /** Why, and whether anything was applied. */
  text: ReactNode;
  code?: string;
  upstreamCode?: string;
  trace?: string;
  requestId?: string;
}

interface Props extends ProblemDetails {
  /** Unknown outcomes are amber and must not be repeated; everything else that went wrong is red. */
  unknown?: boolean;
  actions?: ReactNode;
  onClose?(): void;
}

/** An error notice: what happened, whether anything was applied, what to do next, and the ids that support needs. */
export function Problem({ title, text, unknown = false, actions, onClose, ...ids }: Props) {
  const known = [
    ids.code && <code key="code">{ids.code}</code>,
    ids.upstreamCode && (
      <span key="upstream">
        code <code>{ids.upstreamCode}</code>
      </span>
    ),
    ids.trace && (
      <span key="trace">
        trace <code>{ids.trace}</code>
      </span>
    ),
    ids.requestId && (
      <span key="request">
        request <code>{ids.requestId}</code>
      </span>
    ),
  ].filter(Boolean);
  return (
    <div className={classes.error} role="alert" style={unknown ? { borderColor: 'var(--warn)' } : undefined}>
      <Shape kind={unknown ? 'unknown' : 'rejected'} size={13} />
      <div>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.errorText}>{text}</p>
        {known.length > 0 && (
          <div className={classes.ids}>
            {known.flatMap((id, index) => (index === 0 ? [id] : [<span key={`dot-${String(index)}`}>·</span>, id]))}
          </div>
        )}
        <div className={classes.buttons}>
          {actions}
          {known.length > 0 && (
            <CopyButton value={JSON.stringify({ title, ...ids }, null, 2)}>
              {({ copied, copy }) => (
                <Button size="xs" variant="subtle" onClick={copy}>
                  {copied ? 'Copied' : 'Copy details'}
                </Button>
              )}
            </CopyButton>
          )}
        </div>
      </div>
      {onClose && <CloseButton className={classes.close} aria-label="I have read this" onClick={onClose} />}
    </div>
  );
}
