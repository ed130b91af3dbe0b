import { AppShell } from '@mantine/core';
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { CatchBoundary, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useOpened } from '../address/use-opened.ts';
import { api } from '../api/client.ts';
import { useMe, useScope } from '../api/scope.ts';
import { useOpenStops } from '../api/stops.ts';
import { useKey, useKeySequence } from '../keyboard/use-keys.ts';
import { lateCode } from '../parts/late-code.ts';
import { OverlayCrash, StopCrash } from './crash.tsx';
import { PAGES } from './nav-items.ts';
import { Navigation } from './navigation.tsx';
import { OpenNavigation, OpenSearch } from './page.tsx';
import { PageWaiting } from './page-waiting.tsx';
import { SandboxBand } from './sandbox-band.tsx';
import classes from './shell.module.css';
import { SilentBand } from './silent-band.tsx';
import { StopBand } from './stop-band.tsx';
import { OpenStopDialog } from './stop-button.tsx';
import { useGo } from './use-go.ts';

// Loaded on first use, since most visits open none of these.
const NavigationDrawer = lazy(lateCode(() => import('./navigation-drawer.tsx')));
const Search = lazy(lateCode(() => import('./search.tsx')));
const StopDialog = lazy(lateCode(() => import('./stop-dialog.tsx')));
const ShortcutList = lazy(lateCode(() => import('./shortcut-list.tsx')));

export function Shell() {
  const { hasSandbox } = useScope();
  const narrow = useMediaQuery('(max-width: 1024px)', window.innerWidth <= 1024, { getInitialValueInEffect: false });
  const navigation = useOpened('navigation');
  const showsNavigation = narrow && navigation.id !== undefined;
  const wasShown = useEver(showsNavigation);
  const [shortcuts, { open: openShortcuts, close: closeShortcuts }] = useDisclosure();
  const hadShortcuts = useEver(shortcuts);
  const [stopping, { open: openStop, close: closeStop }] = useDisclosure();
  const isStopped = useOpenStops().length > 0;
  const [searches, setSearches] = useState(0);
  const search = () => setSearches((count) => count + 1);
  // Once it is there, it listens for itself.
  useHotkeys(searches === 0 ? [['mod+K', search]] : [], []);
  useKey('?', openShortcuts);
  useJumps();
  // Drawers and their shade live outside the shell and have to begin below the bands.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-sandbox', hasSandbox);
    document.documentElement.toggleAttribute('data-stopped', isStopped);
  }, [hasSandbox, isStopped]);
  return (
    <OpenNavigation value={() => navigation.open('open')}>
      <OpenSearch value={search}>
        <OpenStopDialog value={openStop}>
          <Frame narrow={narrow ?? false} />
          {/* These are loaded on first use: where that fails, the page stays, and a notice says so. */}
          <CatchBoundary
            getResetKey={() => `${searches} ${stopping} ${shortcuts} ${showsNavigation}`}
            errorComponent={stopping ? StopCrash : OverlayCrash}
          >
            <Suspense>
              {wasShown && narrow && <NavigationDrawer opened={showsNavigation} onClose={navigation.close} />}
              {stopping && <StopDialog onClose={closeStop} />}
              {searches > 0 && <Search asked={searches} />}
              {hadShortcuts && <ShortcutList opened={shortcuts} onClose={closeShortcuts} />}
            </Suspense>
          </CatchBoundary>
        </OpenStopDialog>
      </OpenSearch>
    </OpenNavigation>
  );
}

/** The navigation at the side, the bands above, and the page. */
function Frame({ narrow }: { narrow: boolean }) {
  const { hasSandbox } = useScope();
  const stops = useOpenStops();
  const isStopped = stops.length > 0;
  // Pages ask for days up to today, and the sandbox has its own today: asking before it is known would be asking twice.
  const clock = useQuery({ ...api.rehearsal.state.queryOptions(), enabled: hasSandbox, staleTime: 30_000 });
  return (
    <AppShell
      padding={0}
      withBorder={false}
      transitionDuration={0}
      header={{ height: (hasSandbox ? 28 : 0) + (isStopped ? 32 : 0), collapsed: !hasSandbox && !isStopped }}
      navbar={{ width: 232, breakpoint: '64.001em', collapsed: { mobile: true } }}
    >
      {(hasSandbox || isStopped) && (
        <AppShell.Header zIndex={1000}>
          {isStopped && <StopBand stops={stops} />}
          {hasSandbox && <SandboxBand />}
        </AppShell.Header>
      )}
      {!narrow && (
        <AppShell.Navbar className={classes.navbar}>
          <Navigation />
        </AppShell.Navbar>
      )}
      <AppShell.Main>
        <SilentBand />
        <Suspense fallback={<PageWaiting />}>{!hasSandbox || clock.isFetched ? <Outlet /> : <PageWaiting />}</Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

/** `g` and the letter of a page open it. */
function useJumps(): void {
  const { hasSandbox } = useMe();
  const go = useGo();
  const jumps = useMemo(
    () =>
      Object.fromEntries(
        PAGES.flatMap(({ key, to, onlyWithSandbox }) =>
          key && (!onlyWithSandbox || hasSandbox) ? [[key, () => go(to)]] : [],
        ),
      ),
    [go, hasSandbox],
  );
  useKeySequence('g', jumps);
}

/** Whether this has been true: an overlay is loaded at its first opening and stays mounted, so that closing is animated. */
function useEver(value: boolean): boolean {
  const [ever, setEver] = useState(value);
  if (value && !ever) setEver(true);
  return ever;
}
