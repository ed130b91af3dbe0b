import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isServiceBack, noteAnswer, useServiceAnswers } from '../api/service-state.ts';
import { CodeMissing } from '../parts/late-code.ts';
import { Problem } from '../parts/problem.tsx';
import classes from './shell.module.css';

/** The router's error page, shown when rendering throws. Rendering changes nothing, and the text says so. */
export const Crash = ({ error }: ErrorComponentProps) => (
  <main style={{ maxWidth: 640, margin: '96px auto', padding: '0 16px' }}>
    <Crashed error={error} {...PAGE} />
  </main>
);

/** In the place of one page: the navigation around it stays. */
export const PageCrash = ({ error }: ErrorComponentProps) => (
  <div style={{ maxWidth: 640, margin: '48px auto', padding: '0 16px' }}>
    <Crashed error={error} {...PAGE} />
  </div>
);

/** Beside the page, which stays: a dialog, the search or the list of keys could not be opened. */
export const OverlayCrash = ({ error }: ErrorComponentProps) => (
  <div className={classes.overlayCrash}>
    <Crashed error={error} title="This could not be opened" left="Nothing was changed." />
  </div>
);

/** Spending goes on, which is the one thing that the person wanted to end. */
export const StopCrash = ({ error }: ErrorComponentProps) => (
  <div className={classes.overlayCrash}>
    <Crashed
      error={error}
      title="Nothing was stopped"
      left="Spending goes on. Stop again once the service answers; until then, campaigns can be paused at the platforms themselves."
    />
  </div>
);

const PAGE = { title: 'This page could not be shown', left: 'Nothing was changed.' };

const ASK_EVERY_MS = 3_000;

/** Under this name the tab remembers that it was loaded anew because this build's code was missing. */
const LOADED_ANEW = `loaded anew: ${import.meta.url}`;

function Crashed({ error, title, left }: { error: unknown; title: string; left: string }) {
  const answers = useServiceAnswers();
  const wasSilent = useRef(false);
  useEffect(() => {
    void isServiceBack().then((isBack) => {
      if (!isBack) noteAnswer(false);
      // The service is there and the code is not: an upgrade has replaced it, and the new page has new addresses.
      else if (error instanceof CodeMissing && !sessionStorage.getItem(LOADED_ANEW)) {
        sessionStorage.setItem(LOADED_ANEW, 'yes');
        window.location.reload();
      }
    });
  }, [error]);
  // The code of a page that could not be loaded, or a first read that failed, is there again after a reload.
  useEffect(() => {
    if (answers && wasSilent.current) window.location.reload();
    if (answers) return;
    wasSilent.current = true;
    const timer = setInterval(async () => (await isServiceBack()) && noteAnswer(true), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [answers]);
  const why = error instanceof Error ? error.message : String(error);
  return (
    <Problem
      title={title}
      text={`${why} ${left} ${answers ? '' : 'This page is loaded again by itself as soon as the service answers.'}`}
      actions={
        // While the service is silent, both would leave these pages for an error page of the browser.
        answers && (
          <>
            {/* A full reload: the error may be in the query cache, or a deploy may have replaced a file of this page. */}
            <Button size="xs" onClick={() => window.location.reload()}>
              Try again
            </Button>
            <Button size="xs" variant="subtle" component="a" href="/overview">
              Go to Overview
            </Button>
          </>
        )
      }
    />
  );
}
