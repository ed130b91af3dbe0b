import type { Campaign } from '../../api/campaign.ts';
import { readableId } from '../../format/id.ts';

/** The account that pays, and whether it is live or sandbox, for dialogs that confirm a change. */
export const accountFact = ({ accountName, account, mode }: Campaign) => ({
  label: 'Account',
  value: (
    <>
      {accountName} · {readableId(account)} ·{' '}
      <strong style={{ fontWeight: 600 }}>{mode === 'live' ? 'Live' : 'Sandbox'}</strong>
    </>
  ),
});
