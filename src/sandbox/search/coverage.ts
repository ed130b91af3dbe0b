import type { Coverage } from '../emulator.ts';

const CUSTOMER = '/{version}/customers/{customerId}';

export const coverage: readonly Coverage[] = [
  { method: 'GET', path: '/{version}/customers:listAccessibleCustomers', state: 'supported' },
  { method: 'POST', path: `${CUSTOMER}/googleAds:search`, state: 'supported' },
  { method: 'POST', path: `${CUSTOMER}/googleAds:searchStream`, state: 'supported' },
  { method: 'POST', path: '/token', state: 'supported' },
  { method: 'POST', path: '/revoke', state: 'supported' },
  { method: 'GET', path: '/o/oauth2/v2/auth', state: 'supported' },
  { method: 'POST', path: '/o/oauth2/v2/auth', state: 'supported' },
];
