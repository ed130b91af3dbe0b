import { z } from 'zod';
import type { ProfessionalClient } from '../client.ts';
import { WireCampaign } from '../wire.ts';
import { campaignPath } from './campaign.ts';

export const UsingCampaign = z.object({ id: z.string(), name: z.string(), status: z.string(), excluded: z.boolean() });

const LIVING = ['ACTIVE', 'PAUSED', 'DRAFT'];

/** Living campaigns that are aimed at an audience or exclude it, by the audience's URN. */
export async function audienceUses(client: ProfessionalClient, account: string) {
  const params = { q: 'search', search: { status: { values: LIVING } } };
  const { items } = await client.list(campaignPath(account), WireCampaign, {
    limit: Number.POSITIVE_INFINITY,
    params,
    account,
  });
  const targeted = items.map(({ id, name, status, targetingCriteria: { include, exclude } = {} }) => ({
    campaign: { id, name, status },
    include: JSON.stringify(include ?? {}),
    exclude: JSON.stringify(exclude ?? {}),
  }));
  return (urn: string): z.output<typeof UsingCampaign>[] =>
    targeted.flatMap(({ campaign, include, exclude }) => {
      const excluded = exclude.includes(`"${urn}"`);
      return excluded || include.includes(`"${urn}"`) ? [{ ...campaign, excluded }] : [];
    });
}
