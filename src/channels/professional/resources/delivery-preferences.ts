import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import type { WireCampaign } from '../wire.ts';

/** How often a member is shown the ads of a campaign, and where outside the platform they are never shown. */

export const deliveryPreferences = {
  frequency_cap: z
    .number()
    .int()
    .min(3)
    .max(30)
    .optional()
    .describe('Most views by a member in 7 days; with MAX_REACH'),
  block_lists: z
    .array(z.string().min(1).max(200))
    .max(100)
    .optional()
    .describe('Lists of publishers to leave out on the Audience Network'),
};

interface Asked {
  frequency_cap?: number | undefined;
  block_lists?: readonly string[] | undefined;
}

interface Setup {
  objective: string | undefined;
  target: string | undefined;
  offsite: boolean | undefined;
}

export function preferenceProblems(args: Asked, { objective, target, offsite }: Setup): Problem[] {
  const reaching = objective === 'BRAND_AWARENESS' && target === 'MAX_REACH';
  return [
    ...(args.frequency_cap !== undefined && !reaching
      ? [
          {
            field: 'frequency_cap',
            message: `needs objective_type BRAND_AWARENESS and optimization_target_type MAX_REACH, not ${objective} and ${target}`,
          },
        ]
      : []),
    ...(args.block_lists?.length && !offsite
      ? [{ field: 'block_lists', message: 'leave out nothing without offsite_delivery_enabled: true' }]
      : []),
  ];
}

type Preferences = Pick<WireCampaign, 'optimizationPreference' | 'offsitePreferences'>;

/** The lists replace those that stand; categories of publishers, which belong to the same object, stay. */
export function wirePreferences({ frequency_cap, block_lists }: Asked, before?: Preferences): Preferences {
  return {
    ...(frequency_cap !== undefined && {
      optimizationPreference: {
        frequencyOptimizationPreference: {
          optimizationType: 'MAX_FREQUENCY',
          frequency: frequency_cap,
          timeSpan: { duration: 7, unit: 'DAY' },
        },
      },
    }),
    ...(block_lists && {
      offsitePreferences: {
        ...before?.offsitePreferences,
        publisherRestrictionFiles: { exclude: [...block_lists] },
      },
    }),
  };
}

export function shownPreferences({ optimizationPreference, offsitePreferences }: Preferences) {
  return {
    frequency_cap: optimizationPreference?.frequencyOptimizationPreference?.frequency,
    block_lists: offsitePreferences?.publisherRestrictionFiles?.exclude,
  };
}
