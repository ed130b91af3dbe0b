import type { SheetPlan } from '../../tools/media-plan-desk.ts';
import type { AccountLook } from './account-looks.ts';
import type { CheckedCampaign } from './checked-campaign.ts';
import type { SheetLinks } from './existing-campaigns.ts';

const STATUS = { on: 'It runs', paused: 'It is paused', ended: 'It has ended', other: 'It is there' };

/** Campaigns that were made from this sheet and that no row has any more. They are asked about, and nothing is done to them. */
export function takenOut(
  links: SheetLinks,
  checked: readonly CheckedCampaign[],
  looks: readonly AccountLook[],
  { wasRead, mayUse }: { wasRead: (row: number) => boolean; mayUse: (channel: string) => boolean },
): SheetPlan['taken_out'] {
  const planned = new Set(
    checked.flatMap(({ draft, running }) => (running ? [`${draft.channel} ${draft.account?.id} ${running.id}`] : [])),
  );
  return links.all().flatMap((link) => {
    const { channel, account, campaign_id, name } = link;
    const row = Number(link.row);
    if (!mayUse(channel)) return [];
    if (planned.has(`${channel} ${account} ${campaign_id}`) || links.isNamed(link) || !wasRead(row)) return [];
    const look = looks.find((one) => one.place.channel.name === channel && one.account.id === account);
    const running = look?.running.find(({ id }) => id === campaign_id);
    // What was deleted on the platform needs no question.
    if (look && !running) return [];
    const state = running ? `${STATUS[running.status]}. ` : '';
    return [
      {
        channel,
        account,
        campaign_id,
        name,
        words: `“${name}” was made from row ${row}, and no row has it any more. ${state}Should it be paused or removed, or stay? Nothing is done to it here.`,
      },
    ];
  });
}
