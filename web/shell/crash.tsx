import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isServiceBack, noteAnswer, useServiceAnswers } from '../api/service-state.ts';
import { Problem } from '../parts/problem.tsx';

/** The router's error page, shown when rendering throws. Rendering changes nothing, and the text says so. */
export const Crash = ({ error }: ErrorComponentProps) => (
  <main style={{ maxWidth: 640, margin: '96px auto', padding: '0 16px' }}>
    <Crashed error={error} />
  </main>
);

/** In the place of one page: the navigation around it stays. */
export const PageCrash = ({ error }: ErrorComponentProps) => (
  <div style={{ maxWidth: 640, margin: '48px auto', padding: '0 16px' }}>
    <Crashed error={error} />
  </div>
);

const ASK_EVERY_MS = 3_000;

function Crashed({ error }: { error: unknown }) {
  const answers = useServiceAnswers();
  const wasSilent = useRef(false);
  useEffect(() => {
    void isServiceBack().then((isBack) => isBack || noteAnswer(false));
  }, []);
  // The code of a page that could not be loaded, or a first read that failed, is there again after a reload.
  useEffect(() => {
    if (answers && wasSilent.current) window.location.reload();
    if (answers) return;
    wasSilent.current = true;
    const timer = setInterval(async () => (await isServiceBack()) && noteAnswer(true), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [answers]);
  return (
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
  );
}
