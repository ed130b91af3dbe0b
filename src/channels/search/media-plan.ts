import type { MediaPlanning } from '../../tools/media-planning.ts';
import type { SearchClient } from './client.ts';
import { PlanDefaults } from './resources/plan-defaults.ts';
import { creating } from './resources/planned-campaign.ts';
import { changing } from './resources/planned-changes.ts';
import { runningCampaigns } from './resources/running-campaigns.ts';

export const mediaPlanning: MediaPlanning<SearchClient> = {
  defaults: PlanDefaults,
  creating,
  running: runningCampaigns,
  changing,
  // The platform publishes none: it only refuses less than a bid.
  leastDailyBudget: async () => undefined,
};
