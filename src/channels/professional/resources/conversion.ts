import { z } from 'zod';
import type { ProfessionalClient } from '../client.ts';
import { urnOf } from './fields.ts';

const Link = z.object({ campaign: z.string(), conversion: z.string() });

/** Which conversions are counted for which of the campaigns. */
export async function conversionsOf(client: ProfessionalClient, account: string, campaigns: readonly string[]) {
  if (campaigns.length === 0) return [];
  const urns = campaigns.map((id) => urnOf('sponsoredCampaign', id));
  return client.found('/campaignConversions', Link, { q: 'campaigns', campaigns: urns }, account);
}
