import type { Campaign } from '../../api/campaign.ts';
import { readableId } from '../../format/id.ts';

/** Whose money, and whether it is money at all. */
export const accountFact = ({ accountName, account, mode }: Campaign) => ({
  label: 'Account',
  value: (
    <>
      {accountName} · {readableId(account)} ·{' '}
      <strong style={{ fontWeight: 600 }}>{mode === 'live' ? 'Live' : 'Sandbox'}</strong>
    </>
  ),
});
