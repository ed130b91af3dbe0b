import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Problem } from '../parts/problem.tsx';

/** The router's error page, shown when rendering throws. Rendering changes nothing, and the text says so. */
export function Crash({ error }: ErrorComponentProps) {
  return (
    <main style={{ maxWidth: 640, margin: '96px auto', padding: '0 16px' }}>
      <Problem
        title="This page could not be shown"
        text={`${error instanceof Error ? error.message : String(error)} Nothing was changed.`}
        actions={
          <>
            {/* A full reload: the error may be in the query cache, or a deploy may have replaced a file of this page. */}
            <Button size="xs" onClick={() => window.location.reload()}>
              Try again
            </Button>
            <Button size="xs" variant="subtle" component="a" href="/overview">
              Go to Overview
            </Button>
          </>
        }
      />
    </main>
  );
}
