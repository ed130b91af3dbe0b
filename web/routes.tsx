import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { parseSearch, type Search, stringifySearch } from './address/search.ts';
import { lateCode } from './parts/late-code.ts';
import { Crash, PageCrash } from './shell/crash.tsx';
import { NotFound } from './shell/not-found.tsx';
import { PageWaiting } from './shell/page-waiting.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({
  // Not validated here: each page reads its own parameters, and those of other pages stay in the URL.
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
  notFoundComponent: NotFound,
  errorComponent: Crash,
});

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  // Shown until the query for the signed-in person has answered.
  pendingComponent: PageWaiting,
});

const page = (path: string, load: () => Promise<{ default: React.ComponentType }>) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    component: lazyRouteComponent(lateCode(load)),
    errorComponent: PageCrash,
  });

const outside = (path: string, load: () => Promise<{ default: React.ComponentType }>) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(lateCode(load)) });

const first = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/overview' as '/' });
  },
});

/** All routes, one page per line. */
const routeTree = root.addChildren([
  first,
  outside('/sign-in', () => import('./pages/sign-in/page.tsx')),
  outside('/set-up', () => import('./pages/set-up/page.tsx')),
  outside('/consent/$uid', () => import('./pages/consent/page.tsx')),
  outside('/invitation', () => import('./pages/invitation/page.tsx')),
  inside.addChildren([
    page('/overview', () => import('./pages/overview/page.tsx')),
    page('/approvals/{-$planId}', () => import('./pages/approvals/page.tsx')),
    page('/alerts', () => import('./pages/alerts/page.tsx')),
    page('/alerts/endpoints', () => import('./pages/alert-endpoints/page.tsx')),
    page('/campaigns', () => import('./pages/campaigns/page.tsx')),
    page('/media-plans/{-$mediaPlanId}', () => import('./pages/media-plans/page.tsx')),
    page('/conversions', () => import('./pages/conversions/page.tsx')),
    page('/tags', () => import('./pages/tags/page.tsx')),
    page('/activity', () => import('./pages/activity/page.tsx')),
    page('/history', () => import('./pages/history/page.tsx')),
    page('/rehearsal', () => import('./pages/rehearsal/page.tsx')),
    page('/sheets', () => import('./pages/sheets/page.tsx')),
    page('/members', () => import('./pages/members/page.tsx')),
    page('/playground', () => import('./pages/playground/page.tsx')),
    page('/account', () => import('./pages/account/page.tsx')),
    page('/connections', () => import('./pages/connections/page.tsx')),
    page('/stop', () => import('./pages/stop/page.tsx')),
    page('/limits', () => import('./pages/limits/page.tsx')),
    page('/keys', () => import('./pages/keys/page.tsx')),
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
