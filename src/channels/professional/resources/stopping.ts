import type { Money } from '../../../tools/money.ts';
import type { LiveObject, SpentBudget, Stopping } from '../../../tools/stopping.ts';
import type { ProfessionalClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { type Params, WireCampaign, WireGroup } from '../wire.ts';
import { campaignPath } from './campaign.ts';
import { groupPath } from './campaign-group.ts';
import { idIn, urnOf } from './fields.ts';

/** As many ids as `bulk_update` takes, and as fit into one address. */
const ROWS_MAX = 50;

const ACTIVE = { status: { values: ['ACTIVE'] } };

/** Groups: to pause one stops all its campaigns. The default group cannot be paused, so its campaigns are. */
export const stopping: Stopping<ProfessionalClient> = {
  levels: {
    campaign_group: { argument: 'campaign_group_ids', inReports: 'campaign' },
    campaign: { argument: 'campaign_ids', inReports: 'ad_group' },
  },
  atOnce: ROWS_MAX,
  off: 'PAUSED',
  async live(client, account) {
    const groups = await found(client, groupPath(account), WireGroup, ACTIVE, account);
    const [fixed, others] = [groups.filter((one) => one.backfilled), groups.filter((one) => !one.backfilled)];
    const campaigns = fixed.length > 0 ? await campaignsIn(client, account, fixed) : [];
    return [
      ...others.map(({ id, name, status }) => ({ level: 'campaign_group', id, name, status })),
      ...campaigns.map(({ id, name, status }) => ({ level: 'campaign', id, name, status })),
    ];
  },
  /** Of a group, or of its campaigns where it has none. */
  async budgets(client, account, live) {
    const groups = live.filter(({ level }) => level === 'campaign_group');
    const single = live.filter(({ level }) => level === 'campaign');
    const urns = (kind: 'sponsoredCampaignGroup' | 'sponsoredCampaign', some: readonly LiveObject[]) => ({
      id: { values: some.map(({ id }) => urnOf(kind, id)) },
    });
    const read = await Promise.all([
      inParts(groups, (some) =>
        found(client, groupPath(account), WireGroup, urns('sponsoredCampaignGroup', some), account),
      ),
      inParts(groups, (some) => campaignsIn(client, account, some)),
      inParts(single, (some) =>
        found(client, campaignPath(account), WireCampaign, urns('sponsoredCampaign', some), account),
      ),
    ]);
    const [wires, below, alone] = read;
    const groupOf = new Map(groups.map((one) => [one.id, one]));
    const own = wires.flatMap((one) => spentFrom(one, groupOf.get(one.id)));
    const holding = new Set(own.map(({ object }) => object.id));
    return [
      ...own,
      ...below
        .filter(({ campaignGroup }) => !holding.has(idIn(campaignGroup)))
        .flatMap((one) => spentFrom(one, groupOf.get(idIn(one.campaignGroup)))),
      ...alone.flatMap((one) =>
        spentFrom(
          one,
          single.find(({ id }) => id === one.id),
        ),
      ),
    ];
  },
};

type Held = Pick<WireGroup, 'id' | 'dailyBudget' | 'totalBudget'>;

/** An object may have both budgets: then a day costs at most the daily one. */
function spentFrom({ id, dailyBudget, totalBudget }: Held, object: LiveObject | undefined): SpentBudget[] {
  const spent = (amount: Money | undefined, period: SpentBudget['period']) =>
    amount && object ? [{ id, object, amount, period }] : undefined;
  return spent(moneyOf(dailyBudget), 'DAILY') ?? spent(moneyOf(totalBudget), 'LIFETIME') ?? [];
}

function campaignsIn(client: ProfessionalClient, account: string, groups: readonly { id: string }[]) {
  const campaignGroup = { values: groups.map(({ id }) => urnOf('sponsoredCampaignGroup', id)) };
  return found(client, campaignPath(account), WireCampaign, { campaignGroup, ...ACTIVE }, account);
}

async function inParts<Item, T>(items: readonly Item[], read: (some: readonly Item[]) => Promise<T[]>): Promise<T[]> {
  const parts = Array.from({ length: Math.ceil(items.length / ROWS_MAX) }, (_, part) =>
    items.slice(part * ROWS_MAX, (part + 1) * ROWS_MAX),
  );
  return (await Promise.all(parts.map(read))).flat();
}

async function found<T>(
  client: ProfessionalClient,
  path: string,
  schema: Parameters<typeof client.list<T>>[1],
  search: Params,
  account: string,
): Promise<T[]> {
  const query = { limit: Number.POSITIVE_INFINITY, params: { q: 'search', search }, account };
  return (await client.list(path, schema, query)).items;
}
