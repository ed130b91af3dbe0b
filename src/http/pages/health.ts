import type { Page } from '../page.ts';

export interface Readiness {
  ready: boolean;
  /** It serves, but a part of it is missing. */
  degraded: boolean;
  checks: Readonly<Record<string, string>>;
}

/** Liveness, readiness and metrics, for monitoring. */
export function healthPages(readiness: () => Promise<Readiness>, metricsText: () => Promise<string>): Page[] {
  return [
    { path: '/healthz', always: true, handler: async () => json(200, { status: 'ok' }) },
    {
      path: '/readyz',
      always: true,
      handler: async () => {
        const { ready, degraded, checks } = await readiness();
        const status = ready ? (degraded ? 'degraded' : 'ready') : 'not ready';
        return json(ready ? 200 : 503, { status, checks });
      },
    },
    {
      path: '/metrics',
      always: true,
      handler: async () => ({ type: 'text/plain; version=0.0.4; charset=utf-8', body: await metricsText() }),
    },
  ];
}

function json(status: number, value: unknown): { status: number; type: string; body: string } {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}
