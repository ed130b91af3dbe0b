import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';
import { exampleKeys } from './example-keys.ts';
import { exampleList, exampleReport } from './example-report.ts';

type Outputs = inferRouterOutputs<Api>;

/** Made-up API replies for the gallery and its screenshots: two workspaces, two currencies, four channels. */
const me: Outputs['session']['me'] = {
  person: { id: 'per_1', name: 'Example Owner', email: 'owner@acme.example', totp: true },
  organization: { id: 'org_1', name: 'Acme', role: 'owner' },
  workspaces: [
    {
      id: 'ws_acme',
      name: 'Acme',
      currency: 'USD',
      role: 'owner',
      archived: false,
      modes: { social: 'live', search: 'live', video: 'live', professional: 'live', tags: 'live', office: null },
    },
    {
      id: 'ws_japan',
      name: 'Acme Japan',
      currency: 'JPY',
      role: 'owner',
      archived: false,
      modes: { social: 'live', search: 'live', video: null, professional: null, tags: null, office: null },
    },
  ],
  workspacesTotal: 2,
  hasSandbox: false,
  version: '1.0.0',
};

const attention: Outputs['attention']['list'] = [
  {
    kind: 'unknown_outcome',
    severity: 'warning',
    title: 'Unknown outcome',
    about: 'Acme · create_social_campaign “Holiday teaser” by media-buyer',
    workspaceId: 'ws_acme',
    channel: 'social',
    since: '2026-11-12T07:41:32Z',
    action: { label: 'Check now', to: '/activity?outcome=unknown' },
  },
  {
    kind: 'token_expiring',
    severity: 'warning',
    title: 'Token expires in 6 days',
    about: 'Acme Japan · live · renewable until 18 Nov 2026',
    workspaceId: 'ws_japan',
    channel: 'social',
    since: null,
    action: { label: 'Reconnect', to: '/connections' },
  },
  {
    kind: 'rejected_ad',
    severity: 'error',
    title: '3 ads rejected',
    about: 'Acme · “Creators: autumn” · misleading claim',
    workspaceId: 'ws_acme',
    channel: 'video',
    since: '2026-11-09T08:00:00Z',
    action: { label: 'View ads', to: '/campaigns?channel=video' },
  },
  {
    kind: 'limit_used_up',
    severity: 'warning',
    title: 'Limit nearly used up',
    about: 'Key reporting-nightly · 8,310 of 9,000 points at 03:00',
    workspaceId: 'ws_acme',
    channel: null,
    since: '2026-11-12T03:00:00Z',
    action: { label: 'View key', to: '/keys' },
  },
];

interface Call {
  workspaceId: string;
  tool: string;
  arguments: Record<string, unknown>;
}

/** What the service would answer to one procedure, for a page without a service behind it. */
export function exampleAnswer(path: string, input: unknown): unknown {
  if (path === 'session.me') return me;
  if (path === 'keys.list') return exampleKeys;
  if (path === 'attention.list') return attention;
  if (path === 'session.setUpState') return { valid: true, first: true, organization: null, email: null, known: false };
  if (path === 'tools.run') {
    const { workspaceId, tool, arguments: args } = input as Call;
    if (tool.startsWith('list_')) return { ok: true, requestId: 'req_3b90ae11', result: exampleList(tool) };
    return { ok: true, requestId: 'req_3b90ae11', result: exampleReport(workspaceId, args) };
  }
  return undefined;
}
