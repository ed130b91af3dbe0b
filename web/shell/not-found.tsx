import { Button, VisuallyHidden } from '@mantine/core';
import { Empty } from '../parts/empty-state.tsx';

export function NotFound() {
  return (
    <main style={{ display: 'grid', placeItems: 'center', minHeight: '100dvh' }}>
      <VisuallyHidden component="h1">Not found</VisuallyHidden>
      <Empty
        title="There is no page at this address"
        icons={null}
        action={
          <Button component="a" href="/overview" variant="filled">
            Go to Overview
          </Button>
        }
      >
        It may have been renamed, or the link is incomplete.
      </Empty>
    </main>
  );
}
