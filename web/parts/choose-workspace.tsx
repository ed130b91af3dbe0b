import { Button, Card } from '@mantine/core';
import type { ReactNode } from 'react';
import { useScope } from '../api/scope.ts';
import { Page } from '../shell/page.tsx';
import { Empty } from './empty-state.tsx';
import classes from './states.module.css';

interface Props {
  /** The title of the page: `Sheets`. */
  title: string;
  /** What the page shows of a workspace: `platforms`. */
  what: string;
  icons?: ReactNode;
}

/** Shown by a page that needs one workspace while all are selected. */
export function ChooseWorkspace({ title, what, icons }: Props) {
  const { all, choose } = useScope();
  return (
    <Page title={title}>
      <Card>
        {all.length === 0 ? (
          <Empty title="No workspace yet" icons={icons}>
            An owner makes one under Members.
          </Empty>
        ) : (
          <Empty
            title={`${title} belong to one workspace`}
            icons={icons}
            action={
              <div className={classes.choices}>
                {all.map(({ id, name }) => (
                  <Button key={id} maw={320} onClick={() => choose(id)}>
                    {name}
                  </Button>
                ))}
              </div>
            }
          >
            Choose the workspace whose {what} you want to see.
          </Empty>
        )}
      </Card>
    </Page>
  );
}
