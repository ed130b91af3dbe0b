import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Brand } from '../../shell/outside-page.tsx';
import classes from './set-up.module.css';

export interface Step {
  name: string;
  about: string;
}

interface Props {
  steps: readonly Step[];
  at: number;
  title: string;
  about: string;
  children: ReactNode;
}

/** Layout of the set-up: the list of steps on the left, the form on the right. */
export function Frame({ steps, at, title, about, children }: Props) {
  useEffect(() => {
    document.title = 'Set up · Adhelm';
  }, []);
  return (
    <div className={classes.page}>
      <aside className={classes.side}>
        <Brand className={classes.brand} />
        <ol className={classes.steps}>
          {steps.map(({ name, about: told }, index) => {
            const state = index < at ? 'done' : index === at ? 'now' : 'later';
            return (
              <li
                key={name}
                className={classes.step}
                data-state={state}
                aria-current={state === 'now' ? 'step' : undefined}
              >
                <span className={classes.number}>
                  {state === 'done' ? <IconCheck size={14} stroke={2.5} aria-label="Done" /> : index + 1}
                </span>
                <span>
                  <span className={classes.stepName}>{name}</span>
                  <br />
                  <span className={classes.stepAbout}>{told}</span>
                </span>
              </li>
            );
          })}
        </ol>
        <p className={classes.note}>
          This page was opened by the one-time link printed at first start. Once it is used up,{' '}
          <code>adhelm user link</code> makes another.
        </p>
      </aside>
      <main className={classes.main}>
        <div className={classes.content}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.about}>{about}</p>
          {children}
        </div>
      </main>
    </div>
  );
}
