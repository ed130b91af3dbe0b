import type { Fault } from '../errors.ts';
import { urn as urnFor } from '../format.ts';
import type { Campaign } from '../state/shapes.ts';
import { type CampaignChange, isLocale } from './campaign-change.ts';
import { accountFaults, isDynamic, SCHEDULE } from './campaign-groups.ts';
import { budgetFaults } from './campaign-money.ts';
import { configurationFaults, fixedFaults } from './campaign-setup.ts';
import { missing, nameFaults, scheduleFaults } from './limits.ts';
import { FORMATS, OBJECTIVES, TARGET_NAMES, TYPES } from './objectives.ts';
import { anything, array, type Fields, flag, map, money, record, symbol, text, union, urn } from './schema.ts';
import { birthFaults, statusFaults } from './status.ts';
import { targetingFaults } from './targeting.ts';

export const CAMPAIGN_STATUSES = [
  'ACTIVE',
  'PAUSED',
  'DRAFT',
  'ARCHIVED',
  'COMPLETED',
  'CANCELED',
  'PENDING_DELETION',
  'REMOVED',
];

const readOnly = { type: anything, readOnly: true };
const FACETS = record({ or: { type: map(array(text)), required: true } });

export const CAMPAIGN_FIELDS: Fields = {
  account: { type: urn },
  campaignGroup: { type: urn },
  name: { type: text },
  status: { type: symbol(...CAMPAIGN_STATUSES) },
  type: { type: symbol(...TYPES) },
  format: { type: symbol(...FORMATS) },
  objectiveType: { type: symbol(...OBJECTIVES) },
  associatedEntity: { type: urn },
  locale: { type: record({ country: { type: text, required: true }, language: { type: text, required: true } }) },
  costType: { type: symbol('CPM', 'CPC', 'CPV') },
  unitCost: { type: money },
  dailyBudget: { type: money },
  totalBudget: { type: money },
  runSchedule: { type: SCHEDULE },
  targetingCriteria: {
    type: record({
      include: { type: record({ and: { type: array(FACETS), required: true } }) },
      exclude: { type: FACETS },
    }),
  },
  targeting: { type: anything },
  offsiteDeliveryEnabled: { type: flag },
  audienceExpansionEnabled: { type: flag },
  creativeSelection: { type: symbol('OPTIMIZED', 'ROUND_ROBIN') },
  optimizationTargetType: { type: symbol(...TARGET_NAMES) },
  politicalIntent: { type: symbol('POLITICAL', 'NOT_POLITICAL', 'NOT_DECLARED') },
  pacingStrategy: { type: symbol('LIFETIME', 'ACCELERATED') },
  connectedTelevisionOnly: { type: flag },
  optimizationPreference: { type: union({ frequencyOptimizationPreference: anything }) },
  offsitePreferences: {
    type: record({
      iabCategories: { type: record({ include: { type: array(text) }, exclude: { type: array(text) } }) },
      publisherRestrictionFiles: { type: record({ exclude: { type: array(text) } }) },
    }),
  },
  storyDeliveryEnabled: { type: flag },
  id: readOnly,
  test: readOnly,
  servingStatuses: readOnly,
  changeAuditStamps: readOnly,
  version: readOnly,
};

export function campaignFaults(change: CampaignChange): Fault[] {
  const { campaign, before, account, touched, now } = change;
  const stored = before?.fields;
  return [
    ...accountFaults('Campaign', campaign.account, account.id, touched, stored !== undefined),
    ...nameFaults('/Campaign/name', campaign.name, 255),
    ...(stored
      ? statusFaults('Campaign', stored.status, campaign.status, touched)
      : birthFaults('Campaign', campaign.status, ['ACTIVE', 'DRAFT', 'PAUSED'])),
    ...requiredFaults(campaign, stored !== undefined),
    ...localeFaults(campaign),
    ...scheduleFaults({
      entity: 'Campaign',
      schedule: campaign.runSchedule,
      before: stored?.runSchedule,
      stored: stored?.status,
      now,
    }),
    ...groupFaults(change),
    ...budgetFaults(change),
    ...configurationFaults(change),
    ...targetingFaults(change),
    ...(stored ? fixedFaults(campaign, stored, touched) : countFaults(change)),
  ];
}

function requiredFaults(campaign: Campaign, exists: boolean): Fault[] {
  const needed = ['type', 'costType', 'locale', 'offsiteDeliveryEnabled', ...(exists ? [] : ['politicalIntent'])];
  return needed.filter((name) => campaign[name] === undefined).map((name) => missing(`/Campaign/${name}`));
}

function localeFaults({ locale }: Campaign): Fault[] {
  if (!locale || isLocale(locale.language, locale.country)) return [];
  const value = `${locale.language}_${locale.country}`;
  const description = `/Campaign/locale has an invalid value ${value}`;
  return [{ code: 'INVALID_VALUE_FOR_FIELD', path: '/Campaign/locale', value, description }];
}

function groupFaults({ campaign, before, group }: CampaignChange): Fault[] {
  const path = '/Campaign/campaignGroup';
  if (campaign.campaignGroup === undefined) {
    return [{ code: 'MISSING_CAMPAIGN_GROUP_ID', path, description: 'A campaign group id is required' }];
  }
  if (!group) {
    const description = `${path} ${campaign.campaignGroup} does not exist`;
    return [{ code: 'FIELD_VALUE_DOES_NOT_EXIST', path, value: campaign.campaignGroup, description }];
  }
  const { status, objectiveType } = group.fields;
  const faults: Fault[] = [];
  const on = { path: '/CampaignGroup/status', value: status };
  const entering = before?.parent !== group.id;
  if (status === 'DRAFT' && campaign.status !== 'DRAFT') {
    faults.push({
      code: 'CONDITIONAL_INVALID_VALUE',
      path: '/Campaign/status',
      value: campaign.status,
      description: `/Campaign/status cannot be set to ${campaign.status} if /CampaignGroup/status is set to DRAFT`,
      on,
    });
  }
  if (entering && ['ARCHIVED', 'CANCELED', 'REMOVED', 'PENDING_DELETION'].includes(status)) {
    faults.push({
      code: 'CONDITIONAL_INVALID_VALUE',
      path,
      value: urnFor('sponsoredCampaignGroup', group.id),
      description: `${path} cannot be set to a group whose /CampaignGroup/status is set to ${status}`,
      on,
    });
  }
  if (objectiveType !== undefined && campaign.objectiveType !== objectiveType) {
    faults.push({
      code: 'CONDITIONAL_INVALID_VALUE',
      path: '/Campaign/objectiveType',
      value: campaign.objectiveType,
      description: `/Campaign/objectiveType cannot be set to ${campaign.objectiveType} if /CampaignGroup/objectiveType is set to ${objectiveType}`,
      on: { path: '/CampaignGroup/objectiveType', value: objectiveType },
    });
  }
  if (isDynamic(group.fields) && campaign.optimizationTargetType) {
    const automatic = campaign.optimizationTargetType.startsWith('MAX_');
    const wanted = group.fields.budgetOptimization?.bidStrategy;
    if (automatic !== (wanted === 'MAXIMUM_DELIVERY')) {
      faults.push({
        code: 'CONDITIONAL_INVALID_VALUE',
        path: '/Campaign/optimizationTargetType',
        value: campaign.optimizationTargetType,
        description: `/Campaign/optimizationTargetType cannot be set to ${campaign.optimizationTargetType} if /CampaignGroup/budgetOptimization/bidStrategy is set to ${wanted}`,
        on: { path: '/CampaignGroup/budgetOptimization/bidStrategy', value: wanted },
      });
    }
  }
  return faults;
}

function countFaults({ campaign, siblings }: CampaignChange): Fault[] {
  const path = '/Campaign/campaignGroup';
  const over =
    siblings.inGroup >= 2000
      ? 'The campaign group cannot have more than 2000 campaigns'
      : siblings.inAccount >= 5000
        ? 'The account cannot have more than 5000 campaigns'
        : campaign.status === 'ACTIVE' && siblings.active >= 1000
          ? 'The account cannot have more than 1000 active campaigns'
          : undefined;
  return over === undefined ? [] : [{ code: 'FIELD_VALUE_TOO_HIGH', path, description: over }];
}
