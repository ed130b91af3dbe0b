import type { Fault } from '../errors.ts';
import type { Campaign } from '../state/shapes.ts';
import { type CampaignChange, isLive } from './campaign-change.ts';
import { tooHigh, tooLow } from './limits.ts';
import { isOffered } from './objectives.ts';

function conditional(path: string, value: unknown, other: string, otherValue: unknown): Fault {
  return {
    code: 'CONDITIONAL_INVALID_VALUE',
    path,
    value,
    description: `${path} cannot be set to ${value} if ${other} is set to ${otherValue}`,
    on: { path: other, value: otherValue },
  };
}

function conditionalMissing(path: string, other: string, value: unknown): Fault {
  return {
    code: 'CONDITIONAL_MISSING_FIELD',
    path,
    description: `${path} is required if ${other} is set to ${value}`,
    on: { path: other, value },
  };
}

/** Which objective, format, type, target and cost go together. */
export function configurationFaults({ campaign, hasConversion, before }: CampaignChange): Fault[] {
  const { type, format, objectiveType, costType, creativeSelection } = campaign;
  const faults: Fault[] = [];
  const messages = type === 'SPONSORED_INMAILS';
  if (messages && costType !== undefined && costType !== 'CPM')
    faults.push(conditional('/Campaign/costType', costType, '/Campaign/type', type));
  if (messages && creativeSelection === 'OPTIMIZED' && objectiveType !== 'LEAD_GENERATION')
    faults.push(conditional('/Campaign/creativeSelection', creativeSelection, '/Campaign/type', type));
  if (type === 'DYNAMIC' && format === undefined)
    faults.push(conditionalMissing('/Campaign/format', '/Campaign/type', type));
  if (format === 'SINGLE_VIDEO' && objectiveType === undefined)
    faults.push(conditionalMissing('/Campaign/objectiveType', '/Campaign/format', format));
  if (type !== undefined && costType !== undefined && (!isOffered(campaign) || hasWrongOffsite(campaign))) {
    faults.push({
      code: 'INVALID_CAMPAIGN_CONFIGURATION',
      path: '/Campaign',
      description: `ObjectiveType {${objectiveType}}, CampaignFormat {${format}}, CampaignType {${type}}, OptimizationTargetType {${campaign.optimizationTargetType ?? 'NONE'}}, CostType {${costType}}, OffsiteDeliveryEnabled {${campaign.offsiteDeliveryEnabled}}, audienceExpansionEnabled {${campaign.audienceExpansionEnabled ?? false}} is not a valid CampaignConfiguration`,
    });
  }
  if (campaign.connectedTelevisionOnly && (!campaign.offsiteDeliveryEnabled || format !== 'SINGLE_VIDEO'))
    faults.push(
      conditional(
        '/Campaign/connectedTelevisionOnly',
        true,
        '/Campaign/offsiteDeliveryEnabled',
        campaign.offsiteDeliveryEnabled,
      ),
    );
  faults.push(...frequencyFaults(campaign));
  const needsPage = type === 'SPONSORED_UPDATES' || type === 'DYNAMIC' || objectiveType === 'LEAD_GENERATION';
  if (isLive(campaign) && needsPage && campaign.associatedEntity === undefined)
    faults.push(conditionalMissing('/Campaign/associatedEntity', '/Campaign/type', type));
  if (objectiveType === 'TALENT_LEAD' && before === undefined) {
    faults.push({
      code: 'INVALID_ENTITLEMENT_FOR_TALENT_LEAD',
      path: '/Campaign/objectiveType',
      description: 'The account has no entitlement for TALENT_LEAD',
    });
  }
  if (campaign.status === 'ACTIVE' && campaign.optimizationTargetType === 'MAX_CONVERSION' && !hasConversion) {
    faults.push({
      code: 'CONVERSION_CAMPAIGN_MISSING_ASSOCIATED_CONVERSION',
      path: '/Campaign/optimizationTargetType',
      description: 'A campaign that is optimized for conversions needs at least one associated conversion',
    });
  }
  return faults;
}

/** The Audience Network is for sponsored content other than events. */
function hasWrongOffsite({ offsiteDeliveryEnabled, type, format }: Campaign): boolean {
  return offsiteDeliveryEnabled === true && (type !== 'SPONSORED_UPDATES' || format === 'SPONSORED_UPDATE_EVENT');
}

function frequencyFaults({ optimizationPreference, objectiveType }: Campaign): Fault[] {
  const preference = optimizationPreference?.frequencyOptimizationPreference;
  if (!preference) return [];
  const path = '/Campaign/optimizationPreference/frequencyOptimizationPreference';
  const frequency = Number(preference.frequency);
  const span = preference.timeSpan as { duration?: number; unit?: string } | undefined;
  const faults: Fault[] = [];
  if (!(frequency >= 3)) faults.push(tooLow(`${path}/frequency`, String(preference.frequency), '3'));
  if (frequency > 30) faults.push(tooHigh(`${path}/frequency`, String(preference.frequency), '30'));
  if (objectiveType !== 'BRAND_AWARENESS' || span?.duration !== 7 || span.unit !== 'DAY') {
    faults.push({
      code: 'CONDITIONAL_FIELD_NOT_ALLOWED',
      path,
      description: `${path} is allowed for BRAND_AWARENESS over 7 days only`,
      on: { path: '/Campaign/objectiveType', value: objectiveType },
    });
  }
  return faults;
}

/** What cannot be changed any more. */
export function fixedFaults(campaign: Campaign, stored: Campaign, touched: readonly string[]): Fault[] {
  const changed = (name: string) =>
    touched.includes(name) && JSON.stringify(campaign[name]) !== JSON.stringify(stored[name]);
  const faults: Fault[] = [];
  if (touched.includes('targeting')) {
    const path = '/Campaign/targeting';
    faults.push({ code: 'TARGETING_FIELD_DEPRECATED', path, description: `${path} is deprecated` });
  }
  if (changed('objectiveType') && stored.objectiveType !== undefined) {
    faults.push({
      code: 'IMMUTABLE_CAMPAIGN_OBJECTIVE_TYPE',
      path: '/Campaign/objectiveType',
      value: campaign.objectiveType,
      description: '/Campaign/objectiveType cannot be changed once it is set',
    });
  }
  if (changed('associatedEntity') && stored.associatedEntity !== undefined && stored.type === 'SPONSORED_UPDATES') {
    const path = '/Campaign/associatedEntity';
    faults.push({ code: 'IMMUTABLE_ASSOCIATED_ENTITY', path, description: `${path} cannot be changed` });
  }
  if (changed('type')) {
    faults.push({ code: 'FIELD_NOT_ALLOWED', path: '/Campaign/type', description: '/Campaign/type cannot be changed' });
  }
  const frozen = stored.format === undefined ? ['costType', 'locale'] : ['costType', 'locale', 'format'];
  for (const name of frozen.filter((one) => stored.status !== 'DRAFT' && changed(one))) {
    const path = `/Campaign/${name}`;
    const description = `${path} cannot be changed once the campaign is no draft`;
    faults.push({ code: 'FIELD_IMMUTABLE_FOR_NON_DRAFT_CAMPAIGNS', path, description });
  }
  return faults;
}
