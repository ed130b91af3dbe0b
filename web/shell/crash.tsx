import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Problem } from '../parts/problem.tsx';

/** A page that could not be drawn. Nothing was changed by that. */
export function Crash({ error }: ErrorComponentProps) {
  return (
    <main style={{ maxWidth: 640, margin: '96px auto', padding: '0 16px' }}>
      <Problem
        title="This page could not be shown"
        text={`${error instanceof Error ? error.message : String(error)} Nothing was changed.`}
        actions={
          <>
            {/* From the beginning: what failed may be remembered, or a file of this page replaced by a newer one. */}
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
