import { AppShell, Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo } from 'react';
import { api } from '../api/client.ts';
import { useMe, useScope } from '../api/scope.ts';
import { PAGES } from './nav-items.ts';
import { Navigation } from './navigation.tsx';
import { OpenNavigation } from './page.tsx';
import { SandboxBand } from './sandbox-band.tsx';
import { Search } from './search.tsx';
import classes from './shell.module.css';
import { ShortcutList } from './shortcut-list.tsx';
import { useGo } from './use-go.ts';
import { useKeySequence } from './use-keys.ts';

export function Shell() {
  const { hasSandbox: canRehearse } = useMe();
  const { hasSandbox } = useScope();
  // Pages ask for days up to today, and the sandbox has its own today: asking before it is known would be asking twice.
  const clock = useQuery({ ...api.rehearsal.state.queryOptions(), enabled: hasSandbox, staleTime: 30_000 });
  const go = useGo();
  const narrow = useMediaQuery('(max-width: 1024px)', window.innerWidth <= 1024, { getInitialValueInEffect: false });
  const [opened, { open, close }] = useDisclosure();
  const jumps = useMemo(
    () =>
      Object.fromEntries(
        PAGES.flatMap(({ key, to, onlyWithSandbox }) =>
          key && (!onlyWithSandbox || canRehearse) ? [[key, () => go(to)]] : [],
        ),
      ),
    [go, canRehearse],
  );
  useKeySequence('g', jumps);
  // Drawers and their shade live outside the shell and have to begin below the band.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-sandbox', hasSandbox);
  }, [hasSandbox]);
  return (
    <OpenNavigation value={open}>
      <AppShell
        padding={0}
        withBorder={false}
        transitionDuration={0}
        header={{ height: 28, collapsed: !hasSandbox }}
        navbar={{ width: 232, breakpoint: '64.001em', collapsed: { mobile: true } }}
      >
        {hasSandbox && (
          <AppShell.Header zIndex={1000}>
            <SandboxBand />
          </AppShell.Header>
        )}
        {!narrow && (
          <AppShell.Navbar className={classes.navbar}>
            <Navigation />
          </AppShell.Navbar>
        )}
        <AppShell.Main>
          <Suspense>{(!hasSandbox || clock.isFetched) && <Outlet />}</Suspense>
        </AppShell.Main>
      </AppShell>
      <Drawer
        opened={opened && narrow === true}
        onClose={close}
        position="left"
        size={264}
        withCloseButton={false}
        padding={0}
        title="Navigation"
        styles={{ header: { display: 'none' }, body: { height: '100%' } }}
      >
        <Navigation onGo={close} />
      </Drawer>
      <Search />
      <ShortcutList />
    </OpenNavigation>
  );
}
