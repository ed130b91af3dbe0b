import type { Complaints } from '../mutate/session.ts';
import type { Doc, Value } from '../state.ts';

/** Sub types begin with the name of their channel, except these. */
const SUB_TYPES: readonly (readonly [subType: RegExp, channel: string])[] = [
  [/^APP_CAMPAIGN/, 'MULTI_CHANNEL'],
  [/^LOCAL_CAMPAIGN$/, 'LOCAL'],
  [/^SMART_CAMPAIGN$/, 'SMART'],
  [/^TRAVEL_ACTIVITIES$/, 'TRAVEL'],
  [/^YOUTUBE_AUDIO$/, 'VIDEO'],
];

export function checkSubType({ advertising_channel_type: channel, ...doc }: Doc, complaints: Complaints): void {
  const subType = doc.advertising_channel_sub_type;
  if (subType === undefined || channel === undefined) return;
  const owner = SUB_TYPES.find(([pattern]) => pattern.test(String(subType)))?.[1];
  if (owner === undefined ? String(subType).startsWith(`${channel}_`) : owner === channel) return;
  complaints.add(
    'campaignError.INVALID_ADVERTISING_CHANNEL_SUB_TYPE',
    `It is no sub type of ${channel}.`,
    'advertising_channel_sub_type',
    { trigger: String(subType) },
  );
}

export function checkNetworks(doc: Doc, complaints: Complaints): void {
  const networks = doc.network_settings as Doc | undefined;
  if (!networks || (doc.advertising_channel_type !== 'SEARCH' && doc.advertising_channel_type !== 'DISPLAY')) return;
  const fail = (code: string, message: string, field: string) =>
    complaints.add(`campaignError.${code}`, message, `network_settings.${field}`);
  if (networks.target_search_network === true && networks.target_google_search !== true)
    fail(
      'CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH',
      'Search partners need Google search.',
      'target_search_network',
    );
  if (networks.target_partner_search_network === true)
    fail(
      'CANNOT_TARGET_PARTNER_SEARCH_NETWORK',
      'The partner search network is for selected advertisers only.',
      'target_partner_search_network',
    );
  if (networks.target_google_search !== true && networks.target_content_network !== true)
    complaints.add(
      'campaignError.CAMPAIGN_MUST_TARGET_AT_LEAST_ONE_NETWORK',
      'At least one network must be targeted.',
      'network_settings',
    );
}

const CHOOSES_NETWORKS = ['PERFORMANCE_MAX', 'DEMAND_GEN'];

/** Networks that were given or changed, on a channel that chooses them itself. */
export function checkOwnNetworks(doc: Doc, before: Value, complaints: Complaints): void {
  const isGiven = JSON.stringify(doc.network_settings) !== JSON.stringify(before);
  if (isGiven && CHOOSES_NETWORKS.includes(String(doc.advertising_channel_type)))
    complaints.add(
      'campaignError.INCOMPATIBLE_CAMPAIGN_FIELD',
      'This channel chooses its networks itself.',
      'network_settings',
    );
}

export function checkSettings(doc: Doc, before: Doc | undefined, complaints: Complaints): void {
  checkShopping(doc, before, complaints);
  checkBrandGuidelines(doc, complaints);
  checkAutomation(doc, complaints);
}

function checkShopping(doc: Doc, before: Doc | undefined, complaints: Complaints): void {
  const setting = doc.shopping_setting as Doc | undefined;
  const held = before?.shopping_setting as Doc | undefined;
  if (doc.advertising_channel_type === 'SHOPPING' && !setting)
    complaints.add(
      'campaignError.MISSING_SHOPPING_SETTING',
      'A shopping campaign needs its setting.',
      'shopping_setting',
    );
  // No other merchant account is linked than the one a campaign has been made with.
  if (setting?.merchant_id !== undefined && setting.merchant_id !== held?.merchant_id)
    complaints.add('fieldError.INVALID_VALUE', 'The merchant account is not linked.', 'shopping_setting.merchant_id', {
      trigger: String(setting.merchant_id),
    });
  const priority = setting?.campaign_priority;
  if (typeof priority === 'number' && (priority < 0 || priority > 2))
    complaints.add(
      priority < 0 ? 'rangeError.TOO_LOW' : 'rangeError.TOO_HIGH',
      'The priority is 0 to 2.',
      'shopping_setting.campaign_priority',
    );
}

const FONTS = ['Open Sans', 'Roboto', 'Montserrat', 'Poppins', 'Lato', 'Oswald', 'Playfair Display', 'Roboto Slab'];

function checkBrandGuidelines(doc: Doc, complaints: Complaints): void {
  const guidelines = doc.brand_guidelines as Doc | undefined;
  if (!guidelines) return;
  const fail = (code: string, message: string, field: string) =>
    complaints.add(`campaignError.BRAND_GUIDELINES_${code}`, message, `brand_guidelines${field}`);
  if (doc.advertising_channel_type !== 'PERFORMANCE_MAX')
    fail('UNSUPPORTED_CHANNEL', 'Only Performance Max has brand guidelines.', '');
  else if (doc.brand_guidelines_enabled !== true)
    fail('NOT_ENABLED_FOR_CAMPAIGN', 'The campaign has no brand guidelines.', '');
  const colours = ['main_color', 'accent_color'].filter((field) => guidelines[field]);
  if (colours.length === 1)
    fail(
      'MAIN_AND_ACCENT_COLORS_REQUIRED',
      'Both colours or none.',
      `.${colours[0] === 'main_color' ? 'accent_color' : 'main_color'}`,
    );
  for (const field of colours)
    if (!/^#[0-9a-f]{6}$/i.test(String(guidelines[field])))
      fail('COLOR_INVALID_FORMAT', 'A colour is written #RRGGBB.', `.${field}`);
  const font = guidelines.predefined_font_family;
  if (font && !FONTS.includes(String(font)))
    fail('UNSUPPORTED_FONT_FAMILY', `The fonts are ${FONTS.join(', ')}.`, '.predefined_font_family');
}

/** Automatically created assets, and the match types that AI Max sets. */
function checkAutomation(doc: Doc, complaints: Complaints): void {
  const settings = (Array.isArray(doc.asset_automation_settings) ? doc.asset_automation_settings : []) as Doc[];
  const statusOf = (type: string) =>
    settings.find(({ asset_automation_type: each }) => each === type)?.asset_automation_status;
  if (
    statusOf('FINAL_URL_EXPANSION_TEXT_ASSET_AUTOMATION') === 'OPTED_IN' &&
    statusOf('TEXT_ASSET_AUTOMATION') === 'OPTED_OUT'
  )
    complaints.add(
      'campaignError.DYNAMIC_TEXT_ASSET_CANNOT_OPT_OUT_WITH_FINAL_URL_EXPANSION_OPT_IN',
      'Expanding final URLs needs text automation.',
      'asset_automation_settings',
    );
  const hasAiMax = (doc.ai_max_setting as Doc | undefined)?.enable_ai_max === true;
  if (hasAiMax && doc.keyword_match_type !== undefined)
    complaints.add(
      'campaignError.CANNOT_SET_CAMPAIGN_KEYWORD_MATCH_TYPE',
      'With AI Max the platform decides how keywords match.',
      'keyword_match_type',
    );
}
