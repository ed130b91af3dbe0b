import { Button, Card } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { WORKSPACES_MAX } from '../api/reports.ts';
import { useScope } from '../api/scope.ts';
import { wholeCount } from '../format/number.ts';
import { Page } from '../shell/page.tsx';
import { useGo } from '../shell/use-go.ts';
import { Empty } from './empty-state.tsx';
import { lateCode } from './late-code.ts';
import classes from './states.module.css';

// Loaded on first use: the overview needs it only with many workspaces, and is bound in what it loads.
const WorkspaceSelect = lazy(lateCode(() => import('./workspace-select.tsx')));

interface Props {
  /** The title of the page: `Sheets`. */
  title: string;
  /** What the page shows of one workspace only: `platforms`. Left out where it is too much of all workspaces. */
  what?: string;
  icons?: ReactNode;
}

/** More buttons than this are slower to look through than a list that is searched by typing. */
const BUTTONS_MAX = 12;

/** Shown by a page that needs one workspace while all are selected. */
export function ChooseWorkspace({ title, what, icons }: Props) {
  const { all, choose } = useScope();
  const go = useGo();
  return (
    <Page title={title}>
      <Card>
        {all.length === 0 ? (
          <Empty
            title="No workspace yet"
            icons={icons}
            action={
              <Button variant="filled" onClick={() => go('/members')}>
                Go to Members
              </Button>
            }
          >
            An owner makes one under Members.
          </Empty>
        ) : (
          <Empty
            title={what ? `${title} belong to one workspace` : 'These are many workspaces'}
            icons={icons}
            action={
              <div className={classes.choices}>
                {all.length > BUTTONS_MAX && (
                  <Suspense>
                    <WorkspaceSelect
                      aria-label="Workspace"
                      placeholder={`One of ${wholeCount(all.length)}`}
                      workspaces={all}
                      onChange={(id) => id && choose(id)}
                    />
                  </Suspense>
                )}
                {(all.length > BUTTONS_MAX ? [] : all).map(({ id, name }) => (
                  <Button key={id} maw={320} onClick={() => choose(id)}>
                    {name}
                  </Button>
                ))}
              </div>
            }
          >
            {what
              ? `Choose the workspace whose ${what} you want to see.`
              : `Numbers of up to ${WORKSPACES_MAX} are read at once. Choose one.`}
          </Empty>
        )}
      </Card>
    </Page>
  );
}
