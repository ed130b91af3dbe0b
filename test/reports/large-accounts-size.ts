/** Of `large-accounts.ts`. Even a hundred thousand rows fit neither the heap nor one turn, if they were held or sorted at once. */
export const ACCOUNTS = 40;
export const CAMPAIGNS = process.env.TEST_LONG === '1' ? 10_000 : 2_500;
