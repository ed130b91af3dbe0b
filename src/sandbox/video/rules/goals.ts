/** The goals of each objective and the billing event of each goal. */
export const GOALS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  REACH: { REACH: 'CPM' },
  VIDEO_VIEWS: { ENGAGED_VIEW: 'CPV', ENGAGED_VIEW_FIFTEEN: 'CPV' },
  TRAFFIC: { CLICK: 'CPC', TRAFFIC_LANDING_PAGE_VIEW: 'OCPM', DESTINATION_VISIT: 'OCPM' },
  ENGAGEMENT: { FOLLOWERS: 'OCPM', PAGE_VISIT: 'CPC' },
  LEAD_GENERATION: {
    LEAD_GENERATION: 'OCPM',
    CLICK: 'CPC',
    CONVERT: 'OCPM',
    CONVERSATION: 'OCPM',
    PREFERRED_LEAD: 'OCPM',
  },
  WEB_CONVERSIONS: {
    CONVERT: 'OCPM',
    VALUE: 'OCPM',
    AUTOMATIC_VALUE_OPTIMIZATION: 'OCPM',
    CLICK: 'CPC',
    TRAFFIC_LANDING_PAGE_VIEW: 'OCPM',
  },
  APP_PROMOTION: { INSTALL: 'OCPM', IN_APP_EVENT: 'OCPM', VALUE: 'OCPM', CLICK: 'CPC' },
  PRODUCT_SALES: {
    CLICK: 'CPC',
    CONVERT: 'OCPM',
    VALUE: 'OCPM',
    MT_LIVE_ROOM: 'OCPM',
    PRODUCT_CLICK_IN_LIVE: 'OCPM',
  },
  RF_REACH: { SHOW: 'CPM', REACH: 'CPM' },
};

/** The goals that a campaign which shares its budget may have. */
export const SHARED_BUDGET_GOALS: Readonly<Record<string, readonly string[]>> = {
  REACH: ['REACH'],
  VIDEO_VIEWS: ['ENGAGED_VIEW', 'ENGAGED_VIEW_FIFTEEN'],
  TRAFFIC: ['CLICK', 'TRAFFIC_LANDING_PAGE_VIEW'],
  WEB_CONVERSIONS: ['CONVERT', 'VALUE', 'AUTOMATIC_VALUE_OPTIMIZATION'],
  APP_PROMOTION: ['INSTALL', 'IN_APP_EVENT', 'VALUE'],
  LEAD_GENERATION: ['LEAD_GENERATION'],
  ENGAGEMENT: ['FOLLOWERS', 'PAGE_VISIT'],
  PRODUCT_SALES: ['CONVERT', 'VALUE'],
};

const WEBSITE = ['WEBSITE'];
const APPS = ['APP_ANDROID', 'APP_IOS'];

/** Promotion types of each objective; none where the field is not needed. */
export const PROMOTIONS: Readonly<Record<string, readonly string[]>> = {
  REACH: [],
  VIDEO_VIEWS: [],
  RF_REACH: [],
  TRAFFIC: [...WEBSITE, ...APPS],
  ENGAGEMENT: ['EXTERNAL_OR_DISPLAY'],
  LEAD_GENERATION: [
    'LEAD_GENERATION',
    'LEAD_GEN_CLICK_TO_TT_DIRECT_MESSAGE',
    'LEAD_GEN_CLICK_TO_SOCIAL_MEDIA_APP_MESSAGE',
    'LEAD_GEN_CLICK_TO_CALL',
  ],
  WEB_CONVERSIONS: WEBSITE,
  APP_PROMOTION: APPS,
  PRODUCT_SALES: ['WEBSITE', 'TIKTOK_SHOP', 'VIDEO_SHOPPING', 'LIVE_SHOPPING', 'PSA_PRODUCT', ...APPS],
};

/** The goals that need a pixel where the website is the target. */
export const PIXEL_GOALS = ['CONVERT', 'VALUE', 'AUTOMATIC_VALUE_OPTIMIZATION'];

/** Events the platform sets by itself. */
export const FIXED_EVENTS: Readonly<Record<string, string>> = {
  TRAFFIC_LANDING_PAGE_VIEW: 'LANDING_PAGE_VIEW',
  CONVERSATION: 'MESSAGE',
};

/** The highest bid for each billing event, before the currency's ratio. */
export const BID_MAX: Readonly<Record<string, number>> = { CPC: 30, CPM: 120, CPV: 120, OCPM: 1500, GD: 30 };

export const BID_FIELD: Readonly<Record<string, string>> = {
  CPC: 'bid_price',
  CPM: 'bid_price',
  CPV: 'bid_price',
  OCPM: 'conversion_bid_price',
};
