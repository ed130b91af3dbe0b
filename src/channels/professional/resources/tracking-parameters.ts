import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import type { ProfessionalClient } from '../client.ts';
import { encodeParam } from '../wire.ts';
import { urnOf } from './fields.ts';

/** URL parameters that the platform adds to the landing pages of a campaign's ads. */

export function trackingPath(campaign: string): string {
  const adEntity = { sponsoredCampaign: urnOf('sponsoredCampaign', campaign) };
  return `/adTrackingParameters/${encodeParam({ adEntity })}`;
}

const Held = z.object({
  dynamicValueParameters: z.record(z.string(), z.string()).default({}),
  customValueParameters: z.record(z.string(), z.string()).default({}),
});

/** A campaign without parameters is answered with "not found". */
export async function trackingOf(
  client: ProfessionalClient,
  account: string,
  campaign: string,
): Promise<Record<string, string>> {
  try {
    const held = await client.get(trackingPath(campaign), Held, {}, account);
    return { ...held.dynamicValueParameters, ...held.customValueParameters };
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return {};
    throw error;
  }
}
