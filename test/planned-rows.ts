import type {
  MediaPlanning,
  PlannedAd,
  PlannedCalls,
  PlannedCampaign,
  PlannedGroup,
  PlanningContext,
  RunningCampaign,
} from '../src/tools/media-planning.ts';
import { cellsOf, plannedCampaign, plannedGroup } from './planned-calls.ts';

/** A campaign, a group, an ad and a running campaign that the channel plans without a problem. */
interface Faultless {
  planning: Pick<MediaPlanning<never>, 'creating' | 'changing'>;
  currency: string;
  campaign: Partial<PlannedCampaign>;
  group: Partial<PlannedGroup>;
  ad: Partial<PlannedAd>;
  running: Partial<RunningCampaign>;
  context: PlanningContext;
}

/** Rows of a sheet as a channel plans them: those that are given, with `more` in them, in June 2026. */
export function plannedRows({ planning, currency, context, ...faultless }: Faultless) {
  const group = (more: Partial<PlannedGroup> = {}) => plannedGroup({ ...faultless.group, ...more });
  const ad = (more: Partial<PlannedAd> = {}): PlannedAd => {
    const said = {
      name: 'Ad',
      headlines: [],
      texts: [],
      landingPage: 'https://a.example/',
      ...faultless.ad,
      ...more,
    };
    return { ...said, cells: cellsOf(said) };
  };
  const campaign = (more: Partial<PlannedCampaign> = {}) =>
    plannedCampaign({ account: '1', currency, name: 'C', groups: [group()], ...faultless.campaign, ...more });
  const running = (more: Partial<RunningCampaign> = {}): RunningCampaign => ({
    id: '7',
    name: 'C',
    status: 'on',
    groups: [],
    ...faultless.running,
    ...more,
  });
  const withDefaults = (defaults: object) => ({ ...context, defaults: { ...context.defaults, ...defaults } });
  return {
    group,
    ad,
    withAd: (more: Partial<PlannedAd>) => ({ groups: [group({ ads: [ad(more)] })] }),
    create: (more: Partial<PlannedCampaign> = {}, defaults: object = {}, own: Partial<PlanningContext> = {}) =>
      planning.creating(campaign(more), { ...withDefaults(defaults), ...own }),
    change: (
      held: Partial<RunningCampaign>,
      more: Partial<PlannedCampaign>,
      defaults: object = {},
      own: Partial<PlanningContext> = {},
    ) => planning.changing(running(held), campaign(more), { ...withDefaults(defaults), ...own }),
  };
}

/** Everything a person is told of a plan. */
export function told({ problems }: PlannedCalls): string[] {
  return problems.map(({ level, field, message }) => `${level} ${field}: ${message}`);
}
