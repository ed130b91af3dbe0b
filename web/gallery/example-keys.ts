import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';

type Keys = inferRouterOutputs<Api>['keys']['list'];
type Key = Keys['keys'][number];

const AD_CHANNELS = ['social', 'search', 'video', 'professional'];

const key = (name: string, lastFour: string, more: Partial<Key> = {}): Key => ({
  id: `key_${lastFour}`,
  workspaceId: 'ws_acme',
  workspaceName: 'Acme',
  name,
  lastFour,
  channels: AD_CHANNELS,
  readOnly: false,
  organizationWide: false,
  personalData: false,
  customHtml: false,
  limit: 9000,
  limitIsOwn: false,
  createdAt: '2026-09-01T08:00:00Z',
  createdBy: { kind: 'person', id: 'per_1', name: 'An owner' },
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: '2026-11-12T09:39:00Z',
  replaces: null,
  replacedBy: null,
  status: 'active',
  callsPerDay: [900, 1180, 760, 1010, 1302, 640, 820, 1250, 990, 1110, 1204, 870, 1330, 1284],
  ...more,
});

const none = Array.from({ length: 14 }, () => 0);

export const exampleKeys: Keys = {
  more: false,
  windowS: 300,
  limit: 9000,
  keys: [
    key('media-buyer', 'x9Qe'),
    key('reporting-nightly', 'T4mw', {
      readOnly: true,
      lastUsedAt: '2026-11-12T02:00:00Z',
      expiresAt: '2026-12-31T23:00:00Z',
    }),
    key('claude-code', 'b7Kd', {
      channels: ['search', 'workspace'],
      limit: 3000,
      limitIsOwn: true,
      lastUsedAt: '2026-11-11T16:00:00Z',
      expiresAt: '2026-12-12T09:00:00Z',
    }),
    key('media-buyer (old)', 'Zp0a', {
      status: 'overlapping',
      expiresAt: '2026-11-13T06:41:00Z',
      replacedBy: 'key_x9Qe',
    }),
    key('finance-sheet', 'h2Vv', { channels: ['office'], readOnly: true, limit: 600, limitIsOwn: true }),
    key('agency-trial', 'M8sc', {
      channels: ['social'],
      readOnly: true,
      status: 'expired',
      expiresAt: '2026-10-30T09:00:00Z',
      callsPerDay: none,
    }),
    key('laptop-test', 'q1Re', {
      channels: ['search'],
      status: 'revoked',
      revokedAt: '2026-09-15T09:00:00Z',
      callsPerDay: none,
    }),
  ],
};
