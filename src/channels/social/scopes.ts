/** Which of the platform's permissions each tool needs. A test holds this list to the tools there are. */
const READ = ['ads_read'];
const WRITE = ['ads_management'];

export const TOOL_SCOPES: Readonly<Record<string, readonly string[]>> = {
  analyze_account_creatives: READ,
  create_ad_creative: [...WRITE, 'pages_read_engagement'],
  create_ad_set: WRITE,
  create_custom_audience: WRITE,
  create_lookalike_audience: WRITE,
  create_social_ad: WRITE,
  create_social_campaign: WRITE,
  delete_audience: WRITE,
  estimate_audience_size: READ,
  generate_system_user_token: ['business_management'],
  get_creative_performance: READ,
  get_social_error_codes: [],
  get_social_insights: READ,
  get_token_info: [],
  list_ad_accounts: READ,
  list_ad_creatives: READ,
  list_ad_sets: READ,
  list_audiences: READ,
  list_pages: ['pages_show_list'],
  list_pixels: READ,
  list_social_ads: READ,
  list_social_campaigns: READ,
  list_system_users: ['business_management'],
  search_behaviors: READ,
  search_interests: READ,
  search_social_locations: READ,
  update_ad_set: WRITE,
  update_custom_audience: WRITE,
  update_social_ad: WRITE,
  update_social_campaign: WRITE,
  update_social_creative: [],
  upload_ad_image: WRITE,
  upload_ad_video: WRITE,
};

/** Each missing permission with the tools that do not work without it. Whoever may write ads may read them. */
export function missingScopes(held: readonly string[]): { scope: string; tools: string[] }[] {
  const has = new Set(held);
  if (has.has('ads_management')) has.add('ads_read');
  const missing = new Map<string, string[]>();
  for (const [tool, scopes] of Object.entries(TOOL_SCOPES)) {
    for (const scope of scopes) if (!has.has(scope)) missing.set(scope, [...(missing.get(scope) ?? []), tool]);
  }
  return [...missing].map(([scope, tools]) => ({ scope, tools }));
}
