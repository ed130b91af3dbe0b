import { Card } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { HelmMark } from '../parts/helm-mark.tsx';
import { Shape } from '../parts/shape.tsx';
import classes from './outside.module.css';

interface Props {
  title: string;
  about: ReactNode;
  children: ReactNode;
}

/** Layout of the pages before sign-in (sign-in, set-up, invitation): one card in the middle. */
export function Outside({ title, about, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Adhelm`;
  }, [title]);
  return (
    <main className={classes.page}>
      <Brand className={classes.brand} />
      <Card className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.about}>{about}</p>
        {children}
      </Card>
      <div className={classes.foot}>Self-hosted at {window.location.host}</div>
    </main>
  );
}

export const Brand = ({ className }: { className?: string }) => (
  <div className={className}>
    <span className={classes.mark}>
      <HelmMark size={19} />
    </span>
    Adhelm
  </div>
);

/** Why one was not let in: what is wrong, then what it means. */
export function Refusal({ title, text, requestId }: { title: string; text?: string; requestId?: string }) {
  return (
    <div className={classes.problem} role="alert">
      <Shape kind="rejected" size={13} />
      <div>
        <strong style={{ fontWeight: 600 }}>{title}</strong> {text}
        {requestId && (
          <div className={classes.ids}>
            Request <code>{requestId}</code>
          </div>
        )}
      </div>
    </div>
  );
}
