import { type Generation, type Lineage, type LineageObject, valuesOf } from '../../../tools/lineage.ts';
import type { ProfessionalClient } from '../client.ts';
import { shownAs, wiresOf } from './bulk-rows.ts';
import type { Level } from './level.ts';

export const lineage: Lineage<ProfessionalClient> = {
  campaign_group_id: { read: reading('campaign_group') },
  campaign_id: { above: 'campaign_group_id', read: reading('campaign') },
  creative_id: { above: 'campaign_id', read: reading('creative') },
};

/** Shown objects name the one above them as the argument does. */
const PARENTS = { campaign_group: '', campaign: 'campaign_group_id', creative: 'campaign_id' } as const;

function reading(level: Level): Generation<ProfessionalClient>['read'] {
  return async (client, account, ids) => {
    const wires = await wiresOf(client, account, level, ids);
    return [...wires].map(([id, wire]): LineageObject => {
      const shown: Record<string, unknown> = shownAs(level, wire);
      return { id, parent: shown[PARENTS[level]] as string | undefined, values: valuesOf(shown) };
    });
  };
}
