/** Run as a program of its own: an account of ten thousand campaigns, its address and a token on the first line of output. */

import { startSearch } from '../../src/sandbox/search/calls.testing.ts';
import { seedLargeAccount } from '../../src/sandbox/search/seed/large-account.ts';
import { ACCOUNTS } from '../../src/sandbox/search/seed.ts';

const sandbox = await startSearch({ records: false });
seedLargeAccount(sandbox.world, ACCOUNTS.stranger, 10_000);
console.log(JSON.stringify({ origin: sandbox.origin, token: await sandbox.token('owner@globex.example') }));
