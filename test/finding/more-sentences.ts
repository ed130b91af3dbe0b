import type { Sentence } from './sentences.ts';

/** Tools of which each would be right where no platform is named. */
const GROUPS: Readonly<Record<string, string>> = {
  '@bulk_update': 'social_bulk_update search_bulk_update video_bulk_update professional_bulk_update',
  '@history': 'workspace_list_history social_list_changes search_list_changes video_list_changes',
  '@numbers':
    'social_get_social_insights search_get_campaign_performance video_get_report professional_get_analytics workspace_report',
  '@diagnose':
    'social_diagnose_delivery search_diagnose_delivery video_diagnose_delivery professional_diagnose_delivery',
  '@update_ad': 'social_update_social_ad search_update_ad video_update_ad professional_update_creative',
  '@copy_ad': 'social_duplicate_object search_duplicate_ad video_duplicate_ad professional_duplicate_creatives',
  '@bid':
    'search_update_keyword search_update_keywords search_update_ad_group social_update_ad_set video_update_ad_group professional_update_professional_campaign',
  '@update_campaign':
    'social_update_social_campaign search_update_campaign video_update_campaign professional_update_professional_campaign professional_update_campaign_group',
  '@list_campaigns':
    'social_list_social_campaigns search_list_campaigns video_list_campaigns professional_list_professional_campaigns professional_list_campaign_groups',
  '@list_ads': 'social_list_social_ads search_list_ads video_list_ads professional_list_creatives',
  '@list_audiences':
    'social_list_audiences search_list_audiences video_list_audiences professional_list_professional_audiences',
};

/** Eight further rounds, one sentence a line with the tools or groups of tools that would be right. */
const LATER_ROUNDS = `
# seventh round, found to 36 of 50 when first tried
put the brand terms on exact match | search_update_keyword search_update_keywords search_add_keywords
who raised the budget on monday | @history
bid higher on mobile | search_update_campaign_targeting
show ads only on weekdays 9 to 5 | search_update_campaign_targeting video_update_ad_group social_update_ad_set
raise bids by 10% | @bid
spend is through the roof on facebook, what's going on | social_get_social_insights social_diagnose_delivery social_list_changes
ad fatigue check for meta | social_get_social_insights social_analyze_account_creatives social_get_creative_performance
dial down tiktok by a third | video_update_campaign video_update_ad_group video_bulk_update
our google ads tanked on friday | search_get_campaign_performance search_diagnose_delivery search_list_changes workspace_compare
kill ad 2382 | @update_ad
give the retargeting ad set 40 bucks more a day | social_update_ad_set social_bulk_update
linkedin: exclude competitors employees | professional_update_professional_campaign professional_search_targeting_entities
I wish to make publicity on TikTok for my shop | video_create_campaign video_create_ad video_create_ad_group
what is burning most money right now | @numbers
please check is pixel installed well | social_list_pixels video_list_pixels
move 200 from google to linkedin | search_update_campaign professional_update_professional_campaign search_update_campaign_budget professional_update_campaign_group search_bulk_update professional_bulk_update
swich off evrything until monday | workspace_stop_spending @bulk_update
the ad text has a typo fix it | search_update_ad video_update_ad social_update_social_creative professional_update_creative
did anyone touch the brand campaign this week | @history
when was the target cpa last changed | search_list_changes workspace_list_history
which keywords eat budget with no conversions | search_get_campaign_performance search_list_keywords search_run_query
how's the new linkedin thing doing | professional_get_analytics
cpc too high on generic, lower max bid to 1.20 | @bid search_update_campaign
show me fb ads with frequency above 4 | social_get_social_insights
what's my impression share | search_get_campaign_performance search_run_query
add "jobs" and "salary" as negatives everywhere | search_add_keywords search_create_negative_list search_update_negative_list
make headline shorter in google ad | search_update_ad
launch a pmax for the spring collection | search_create_campaign search_create_asset_group
want to target moms 25-40 in Texas | social_update_ad_set social_create_ad_set video_create_ad_group video_update_ad_group social_search_social_locations social_search_interests social_estimate_audience_size video_search_locations search_update_campaign_targeting professional_estimate_audience video_estimate_audience
upload the new 15s spot to insta | social_upload_ad_video
tiktok cover looks ugly, pick another frame | video_suggest_covers video_update_ad
which tiktok account do we post from | video_get_identities video_list_advertisers
let's get the webinar replay pdf on linkedin as an ad | professional_upload_professional_document professional_create_creative
sync the suppression list with facebook | social_update_customer_list
how much is left on the tiktok balance | video_get_advertiser_info video_list_advertisers
budget pacing across channels this month | workspace_report workspace_get_spend_limits
rollback yesterdays bid changes | workspace_undo_change
anything pending my approval | workspace_list_plans
nope, drop that plan | workspace_withdraw_plan
compare october with september for all accounts | workspace_compare
what does code 100 subcode 33 mean on facebook | social_get_social_error_codes
remove the discount extension, promo is over | search_update_ad_extensions
google: switch from max clicks to target cpa 25 | search_update_campaign search_create_bidding_strategy
stop advertising to under 25s on google | search_update_campaign_targeting
how many CFOs in Germany could we reach | professional_estimate_audience
the budgets in tab march of the sheet | office_read_sheet
fb campaign just sits there with zero impressions | social_diagnose_delivery
turn the winning ad into 3 variations | @copy_ad social_create_ad_creative social_create_social_ad
use same utm on all linkedin ads | professional_update_tracking_parameters
rename ad group "test" to "shoes - exact" | search_update_ad_group video_update_ad_group
# eighth, 46 of 50
nobody clicks our linkedin ads anymore | professional_get_analytics professional_diagnose_delivery
crank up the daily on the black friday campaign | @update_campaign @bulk_update search_update_campaign_budget
trim the fat: pause all keywords with ctr under 1% | search_update_keywords search_update_keyword search_get_campaign_performance
i want only iphone users to see the tiktok ad | video_update_ad_group
facebook ads are eating our margin, roas by campaign pls | social_get_social_insights
has somebody messed with the bids? | @history
make a video campaign on tiktok with 50 euro per day | video_create_campaign
take Bavaria out of the google campaign | search_update_campaign_targeting
when did we launch the spring promo | @history @list_campaigns
google ads: 3 new headlines for the boots ad | search_update_ad search_create_responsive_search_ad
give me yesterday's numbers | @numbers
what's the damage this month so far? | @numbers
set target roas 350 | search_update_campaign search_update_bidding_strategy search_create_bidding_strategy
fb lookalike 1% of purchasers in the UK | social_create_lookalike_audience
add our company page followers to targeting on linkedin | professional_update_professional_campaign professional_search_targeting_entities
boost yesterday's instagram post with 100 bucks | social_create_social_ad social_list_posts social_create_social_campaign
I can't find our remarketing audience | @list_audiences
rotate the creatives evenly on linkedin | professional_update_professional_campaign
cap frequency at 3 a week | professional_update_professional_campaign social_update_ad_set video_create_ad_group social_create_ad_set professional_create_professional_campaign
add whatsapp leads form to facebook ad | social_create_ad_creative social_update_social_creative social_create_social_ad
google says my ad is "limited", huh? | search_diagnose_delivery search_list_ads
clone adset DE to AT and CH | social_duplicate_object
which tiktok sounds may we use | video_list_music
exclude converters from last 30 days on meta | social_update_ad_set social_create_custom_audience
too many junk leads from mobile apps, block those placements | search_update_campaign_targeting social_update_ad_set
the linkedin creative was rejected - why | professional_diagnose_delivery professional_list_creatives
what would linkedin suggest as bid for IT directors in the Nordics | professional_get_budget_recommendation
change callout "24h support" to "24/7 support" | search_update_ad_extensions
send these 2k emails to tiktok as an audience | video_create_audience video_update_audience
top spending ads across meta and tiktok | workspace_report
are the google conversions counted twice? | search_list_conversion_actions
which campaigns finish before new year | @list_campaigns
extend end date of all linkedin campaigns to jan 31 | professional_bulk_update professional_update_professional_campaign
undo, that was wrong | workspace_undo_change
give me the id of client Nordwind's workspace | workspace_list_workspaces
list every ad account with its currency | workspace_list_accounts social_list_ad_accounts
how much more am I allowed to spend today | workspace_get_spend_limits
read A1:D20 from the plan | office_read_sheet
what sheets did we import | office_list_spreadsheets office_describe_spreadsheet
lower bids for tablets by 30 percent | search_update_campaign_targeting
make our google ad appear on top of page more | search_update_campaign search_create_bidding_strategy search_update_bidding_strategy search_diagnose_delivery
negative keyword list for all brand campaigns | search_create_negative_list search_update_negative_list search_list_negative_lists
where do the ads link to | @list_ads social_list_ad_creatives
new tiktok adgroup for android gamers | video_create_ad_group
shut the underperformers off | @update_ad @bulk_update @update_campaign search_update_ad_group social_update_ad_set video_update_ad_group
show CPL per country for linkedin | professional_get_analytics
what hashtags work for skincare | video_search_hashtags
image too small, upload 1200x628 again for linkedin | professional_upload_professional_image
can't login, facebook permission error | social_get_token_info social_get_social_error_codes
keyword planner: vegan protein powder | search_search_keyword_ideas
# ninth, 42 of 50
slash the google budget by half | search_update_campaign search_bulk_update search_update_campaign_budget
why am i paying 9 eur a click | @numbers @diagnose professional_get_budget_recommendation
facebook: pls create look-a-like from newsletter list | social_create_lookalike_audience
our ads show in the wrong country | @diagnose search_update_campaign_targeting search_get_campaign_targeting social_update_ad_set social_list_ad_sets video_update_ad_group video_list_ad_groups professional_update_professional_campaign professional_list_professional_campaigns
can we exclude people under 21 on tiktok | video_update_ad_group
get the awareness campaign live on linkedin | professional_update_professional_campaign professional_update_campaign_group
reactivate ad groups paused last week in google | search_bulk_update search_update_ad_group
I need more leads, which campaign deserves more money | @numbers
new set of keywords for winter jackets, broad | search_add_keywords search_search_keyword_ideas
who deleted the ad | @history
what did the agency change in google since friday | search_list_changes workspace_list_history
adgroup bid to 0.85 | search_update_ad_group video_update_ad_group
let google spend max 200 per day on brand | search_update_campaign search_update_campaign_budget
upload banner set for insta stories | social_upload_ad_image
describe the audience of ad set 17 | social_list_ad_sets
turn off audience expansion on linkedin | professional_update_professional_campaign
does the pdf on linkedin perform better than the video | professional_get_analytics
change button from learn more to sign up in tiktok | video_update_ad
how would a facebook ad look in feed | social_preview_ad
add price table to google ads | search_create_extension
we have a new phone number, update call extension | search_update_ad_extensions
best performing video on tiktok last month | video_get_report
audience too narrow warning facebook, how many people is it | social_estimate_audience_size social_list_audiences social_diagnose_delivery
get rid of all paused linkedin campaigns from 2024 | professional_bulk_update professional_update_professional_campaign
is there any budget left on the shared one | search_list_campaign_budgets
pause spending for client B only | workspace_stop_spending
unfreeze, we can spend again | workspace_resume_spending
is my request approved already? | workspace_get_plan workspace_list_plans
how are we doing vs last year | workspace_compare @numbers
which of the platforms brings cheapest leads | workspace_report
hourly breakdown of google clicks | search_get_campaign_performance search_run_query
auction insights | search_run_query search_get_campaign_performance
switch to maximize conversions | search_update_campaign search_create_bidding_strategy
people who follow pages about hiking, facebook | social_search_interests social_update_ad_set
linkedin job function ids for finance | professional_search_targeting_entities
I pasted wrong url in the facebook ad | social_update_social_creative social_update_social_ad social_create_ad_creative
put "sale" label on these ads | search_apply_label
attach the demo-request conversion to the linkedin campaign | professional_attach_conversion
video views on linkedin by company size | professional_get_analytics
how much budget does tiktok need at minimum | video_create_campaign video_create_ad_group video_update_campaign video_get_video_error_codes video_list_campaigns
tiktok: comments off please | video_update_ad_group video_create_ad_group
instagram reels only, no feed | social_update_ad_set social_create_ad_set
tell me what google thinks we should improve | search_list_recommendations
accept the budget recommendation | search_apply_recommendation
our catalog ads show sold out products | social_list_catalogs social_update_social_creative social_create_ad_creative
make carousel w/ 5 cards for fb | social_create_ad_creative
rename audience "test 1" | social_update_custom_audience video_update_audience
ads for the Paris store within 10 km | social_update_ad_set social_create_ad_set social_search_social_locations search_update_campaign_targeting video_update_ad_group video_create_ad_group search_search_locations video_search_locations
disapproved keywords google | search_list_keywords search_diagnose_delivery
spent vs budget per campaign | @numbers @list_campaigns workspace_compare search_list_campaign_budgets
# tenth, 44 of 50
ease off the tiktok spend a bit | video_update_campaign video_update_ad_group video_bulk_update
leads dried up on meta since tuesday | social_diagnose_delivery social_get_social_insights
stick the new logo into the pmax group | search_update_asset_group search_create_asset
which audiences have we got on linkedin | professional_list_professional_audiences
we don't want to appear for "diy" searches | search_add_keywords search_create_negative_list search_update_negative_list
start date of campaign must be 1 december | @update_campaign social_update_ad_set video_update_ad_group
what time of day do people convert? | @numbers
google ads account number | search_list_customers search_get_customer workspace_list_accounts
how long till the facebook access expires | social_get_token_info
create a new system user token for meta api | social_generate_system_user_token
find me the geo code of Vienna on fb | social_search_social_locations
what's the interest id for yoga | social_search_interests video_search_interest_categories video_search_interest_keywords
I'd love to see spend per ad for the last 14 days on insta | social_get_social_insights
ad got rejected, appeal? | @diagnose @list_ads
copy last year's christmas campaign on google | search_duplicate_campaign
ads in both french and dutch for belgium | search_update_campaign_targeting professional_create_professional_campaign social_create_ad_set social_update_ad_set video_update_ad_group video_create_ad_group professional_update_professional_campaign
bidding is too aggressive, calm it down | @bid search_update_campaign search_update_bidding_strategy social_update_social_campaign
remove duplicates keywords in adgroup | search_update_keywords search_update_keyword search_list_keywords
i think the pixel broke | social_list_pixels video_list_pixels
the linkedin form for the ebook, whats its id | professional_list_lead_forms
put a 500 lifetime cap on the insta campaign | social_update_social_campaign social_update_ad_set
linkedin inmail from our CEO to procurement heads | professional_create_message professional_create_creative
feed the list of target companies into linkedin | professional_update_professional_audience_members professional_create_professional_audience
add weekend schedule for tiktok group | video_update_ad_group
any suggestions from google to lower cpa? | search_list_recommendations
how much have i wasted on irrelevant searches | search_get_campaign_performance search_run_query
which ads have "poor" strength | search_list_ads
turn up the heat on the retargeting campaign | @update_campaign @bulk_update
are there tiktok videos we can use as ad already uploaded | video_list_videos video_list_posts
give the ads on tiktok another landing page | video_update_ad
what share of spend goes to each platform | workspace_report
roll back what you just did | workspace_undo_change
approve plan 42 | workspace_apply_plan workspace_get_plan workspace_list_plans
what exactly would that change do before i say yes | workspace_get_plan workspace_list_plans
budget total in the google sheet, what is it | office_read_sheet office_describe_spreadsheet
did spend go over the cap | workspace_get_spend_limits workspace_report
where's the money going | @numbers
show me how instagram did versus facebook feed | social_get_social_insights
delete old lookalikes | social_delete_audience video_delete_audience
update the rule of purchasers audience to 60 days | social_update_custom_audience
pls stop ad "Video_07" asap!!! | @update_ad
move ads from adset a to adset b | social_duplicate_object
keywords: pause "cheap shoes", enable "running shoes" | search_update_keywords search_update_keyword
set bid limit 3.5 for the portfolio | search_update_bidding_strategy
shared budget for the three brand campaigns | search_create_campaign_budget search_update_campaign_budget search_list_campaign_budgets
linkedin: only show to people at companies with 200+ staff | professional_update_professional_campaign professional_search_targeting_entities
youtube video as asset | search_create_asset
check tracking template | search_get_tracking
our utm_source is wrong on google | search_update_tracking search_get_tracking
tiktok error 40002?? | video_get_video_error_codes
# eleventh, 43 of 50
scrap the Vienna ad set | social_update_ad_set social_bulk_update
who's been playing with our facebook budgets | social_list_changes workspace_list_history
double tiktok for the weekend | video_update_campaign video_update_ad_group video_bulk_update
i need that google campaign to stop at 6pm every day | search_update_campaign_targeting
find out why the b2b campaign spends nothing | @diagnose
5 more sitelinks please | search_update_ad_extensions
sort campaigns by cost per acquisition | @numbers
linkedin website visitors list, is it big enough yet | professional_list_professional_audiences
our competitor's name as keyword, exact | search_add_keywords
raise the daily for ad set 12 to $75 | social_update_ad_set
how's reach and frequency looking on meta | social_get_social_insights
please do remove john@acme.com from the custom audience | social_update_customer_list video_update_audience search_update_customer_list professional_update_professional_audience_members
the video ad on tiktok needs other music | video_list_music video_update_ad video_create_ad
tiktok: which profile can the ads run under | video_get_identities
create retargeting list for people who visited /pricing in google | search_create_audience
shift 20% from brand to generic | @update_campaign @bulk_update search_update_campaign_budget
set up a new client in search: campaign, 30 eur/day, Hamburg | search_create_campaign
the ads look bad on phones, let me see them | social_preview_ad
I want to know what people typed before they clicked our ad | search_get_campaign_performance search_run_query
which google campaigns still use manual cpc | search_list_campaigns
reach on linkedin by job title | professional_get_analytics
put in new intro text for the linkedin post ad | professional_update_creative
why so few impressions for keyword "erp cloud" | search_diagnose_delivery
enable all ads in ad group 99 | search_bulk_update video_bulk_update search_update_ad video_update_ad
our brand name is misspelled in the ad | search_update_ad video_update_ad social_update_social_creative professional_update_creative
no budget for tiktok anymore, shut it | video_update_campaign video_bulk_update workspace_stop_spending
which workspace has the linkedin connection | workspace_list_workspaces workspace_list_accounts
compare cost per lead this quarter with the previous one | workspace_compare
give me csv of everything spent in 2025 by channel | workspace_report
what were the last 5 edits | @history
cancel my pending request | workspace_withdraw_plan
has anyone approved the budget plan | workspace_get_plan workspace_list_plans
please do the planned change now | workspace_apply_plan
everything was paused by mistake, resume | workspace_resume_spending workspace_undo_change
how high is our daily limit | workspace_get_spend_limits
names of the tabs in the planning file | office_describe_spreadsheet office_list_spreadsheets
what does "INVALID_ARGUMENT" mean in google ads | search_get_search_error_codes
get all text assets | search_list_assets
pause asset group "Gifts" | search_update_asset_group
list negative keywords shared between campaigns | search_list_negative_lists
age and gender split for instagram | social_get_social_insights
we'd like to exclude existing clients on linkedin | professional_update_professional_campaign professional_update_professional_audience_members
lower the roas target to 250% | search_update_bidding_strategy search_update_campaign social_update_ad_set video_update_ad_group
add brand video to the asset group | search_update_asset_group search_create_asset
linkedin event ad | professional_create_creative
duplicate campaign group for Q1 | professional_duplicate_campaign_group
what does a lead cost us | @numbers
ad spend on autopilot is nuts, cap it at 1000/month | @update_campaign workspace_get_spend_limits search_update_campaign_budget
which interest categories fit for pet owners | video_search_interest_categories video_search_interest_keywords social_search_interests
show ads to women only | social_update_ad_set video_update_ad_group search_update_campaign_targeting professional_update_professional_campaign
# twelfth, 44 of 50
my facebook ads stopped spending overnight | social_diagnose_delivery social_list_changes
drop cpc bids on all exact keywords by 5% | search_update_keywords search_update_keyword
how many leads came in from linkedin yesterday | professional_get_analytics
I want to advertise a new book on google, 10 pounds daily | search_create_campaign
which of my adsets are about to end | social_list_ad_sets
pump another 2k into the linkedin group | professional_update_campaign_group professional_update_professional_campaign professional_bulk_update
instagram handle for the ads, which do we have? | social_list_pages
get me suggestions of search words for dog food | search_search_keyword_ideas
set english and german as languages on the search campaign | search_update_campaign_targeting
what targeting does campaign 55 have in google | search_get_campaign_targeting
the ad for kids shoes should go to /kids instead of homepage | search_update_ad video_update_ad social_update_social_creative professional_update_creative
reduce bid adjustment for mobile to -20% | search_update_campaign_targeting
tik tok spark ad from the creator's post | video_create_ad video_list_posts
give all tiktok groups 20 percent extra | video_bulk_update video_update_ad_group
is the video review finished on tiktok | video_list_ads video_diagnose_delivery video_list_videos
make new lookalike on tiktok from buyers | video_create_audience
how many impressions did we lose due to budget | search_get_campaign_performance search_run_query
remove label "old" | search_apply_label
what labels are on the generic campaign | search_list_labels search_list_campaigns
ad extensions missing on brand, add callouts | search_update_ad_extensions
linkedin ad preview text too long, shorten it | professional_update_creative professional_create_creative
turn off the LAN network on linkedin | professional_update_professional_campaign
who are the decision makers clicking our linkedin ads | professional_get_analytics
linkedin minimum bid? | professional_get_budget_recommendation
upload whitepaper | professional_upload_professional_document
emails of webinar signups -> linkedin audience | professional_update_professional_audience_members professional_create_professional_audience
conversion rate by landing page google | search_get_campaign_performance search_run_query
run a GAQL select on ad_group_criterion | search_run_query
fb: what's the cost per message / per lead by adset | social_get_social_insights
creative winners on meta | social_analyze_account_creatives social_get_creative_performance social_get_social_insights
new image, same text for fb ad | social_update_social_creative social_create_ad_creative social_upload_ad_image
what happens in our account when I archive the campaign | @update_campaign @bulk_update
meta delivery issue "learning limited" | social_diagnose_delivery
product sets in the catalogue | social_list_catalogs
behaviours for small business owners | social_search_behaviors
spend report by workspace | workspace_report
weekly email to boss: totals for all channels | workspace_report
are we up or down vs previous week | workspace_compare
what was changed by key "agent-7" yesterday | workspace_list_history
undo change 8812 | workspace_undo_change
let everything run again | workspace_resume_spending
stop the bleeding | workspace_stop_spending
how much headroom is left | workspace_get_spend_limits
excel with media plan: read it | office_read_sheet office_describe_spreadsheet office_list_spreadsheets
which ad accounts are connected | workspace_list_accounts workspace_list_workspaces social_list_ad_accounts professional_list_ad_accounts video_list_advertisers search_list_customers
someone paused the retargeting, when? | @history
ad rank is bad, what keywords have poor quality | search_list_keywords
put all campaigns on pause over christmas | @bulk_update workspace_stop_spending @update_campaign
i dont get any impressions | @diagnose
test 2 new headlines against the old one in google | search_create_responsive_search_ad search_duplicate_ad search_update_ad
# thirteenth, 45 of 50
the cpa went nuts on tiktok this week | video_get_report video_diagnose_delivery
budget up 30 percent for everything on facebook | social_bulk_update social_update_social_campaign social_update_ad_set
linkedin ads for HR people in Spain, 40 a day | professional_create_professional_campaign professional_create_campaign_group professional_search_targeting_entities professional_update_professional_campaign
which google ad has the best click rate | search_get_campaign_performance
remove "free" from our keywords | search_update_keyword search_update_keywords search_add_keywords
i would like to pause three ad groups | search_update_ad_group video_update_ad_group @bulk_update
when does the linkedin campaign finish | professional_list_professional_campaigns professional_list_campaign_groups
can i get a list of all creatives w/ their links on fb | social_list_ad_creatives
change the objective of the facebook campaign | social_update_social_campaign social_create_social_campaign social_duplicate_object
bid for first place on our brand name | search_update_campaign search_create_bidding_strategy search_update_bidding_strategy search_update_keyword search_update_keywords search_add_keywords
cold audience vs warm audience performance meta | social_get_social_insights
link google campaign to the portfolio "tCPA 40" | search_update_bidding_strategy search_update_campaign
stop targeting Austria on tiktok | video_update_ad_group
add Zurich as location in google | search_update_campaign_targeting search_search_locations
cheaper clicks pls, what can we do | @numbers search_list_recommendations search_search_keyword_ideas
who is able to see workspace numbers | workspace_list_workspaces
new ad with the summer video, linkedin | professional_create_creative professional_upload_professional_video
ad copy refresh for search ad 77 | search_update_ad
hide tiktok ads from existing customers | video_update_ad_group
delete campaign "old test" on meta | social_update_social_campaign social_bulk_update
daily spend trend for november across accounts | workspace_report workspace_compare
where did the extra 3000 go last month? | @numbers workspace_compare
which ads were changed on the 3rd | @history
fb pixel id please | social_list_pixels
conversions aren't recorded in google | search_list_conversion_actions search_diagnose_delivery
extend lookback window of the audience to 90 days | social_update_custom_audience
get more reach in the same budget, what bid strategy do we use | search_list_campaigns search_list_bidding_strategies social_list_social_campaigns social_list_ad_sets video_list_ad_groups professional_list_professional_campaigns
upload product photo tiktok | video_upload_image
what is the size of retargeting audience on google | search_list_audiences
put 3 callouts: fast, free, friendly | search_update_ad_extensions
take that sitelink off | search_update_ad_extensions
the spanish ads should only run in Mexico | social_update_ad_set search_update_campaign_targeting video_update_ad_group professional_update_professional_campaign
switch the linkedin campaign to cost cap 15 | professional_update_professional_campaign
is our linkedin ad account on hold? | professional_list_ad_accounts professional_diagnose_delivery
linkedin followers ad | professional_create_creative professional_create_professional_campaign
tiktok age 18-24 only | video_update_ad_group video_create_ad_group
thumbnails for the tiktok video | video_suggest_covers video_list_images video_upload_image
what can I promote from our tiktok profile | video_list_posts video_get_identities
explain error 1487 facebook | social_get_social_error_codes
overlap of location and radius settings in adset | social_list_ad_sets
make budget shared | search_create_campaign_budget search_update_campaign_budget
give me 20 long tail terms around "standing desk" | search_search_keyword_ideas
bring cpc on the "crm" keyword down to 2 | search_update_keyword search_update_keywords
promo extension 20% off until sunday | search_create_extension
all changes waiting for a decision | workspace_list_plans
decline the pending plan | workspace_withdraw_plan
redo the thing I undid | workspace_undo_change
cut everything, now | workspace_stop_spending @bulk_update
row 5 to 30 of the budget tab | office_read_sheet
did the ads run on sunday | @numbers @history
# fourteenth, 45 of 50
tone down the bids on weekends | search_update_campaign_targeting @bid
we're blowing through the budget by noon | @numbers @diagnose @update_campaign search_update_campaign_targeting
launch tiktok campaign for app installs | video_create_campaign
the agency wants access logs: all edits in google in the last 14 days | search_list_changes workspace_list_history
kill switch | workspace_stop_spending
I have 500 extra to spend on linkedin, where should it go | professional_get_analytics professional_get_budget_recommendation professional_list_professional_campaigns
ads are shown to people outside germany, fix | search_update_campaign_targeting social_update_ad_set video_update_ad_group professional_update_professional_campaign
archive everything from last season on meta | social_bulk_update social_update_social_campaign
swap headline 2 with "Try it free" google | search_update_ad
show me spend, clicks and conversions per keyword | search_get_campaign_performance
add these 40 words to adgroup "sofas" | search_add_keywords
turn exact match "sofa" off | search_update_keyword search_update_keywords
who can linkedin target by seniority? list values | professional_search_targeting_entities professional_list_targeting_facets
find audience "VIP 2024" | @list_audiences
tiktok ad 8812 under review? | video_list_ads video_diagnose_delivery
facebook campaign named wrongly, call it "DE_Sale" | social_update_social_campaign
refresh our email list in google with 300 new ones | search_update_customer_list
did our bid change do anything for cpc | @numbers workspace_compare search_list_changes
see how the tiktok copy performed compared to original | video_get_report
ramp the budget by 15 each day? set to 115 now | @update_campaign social_update_ad_set video_update_ad_group search_update_campaign_budget
don't run on sundays | search_update_campaign_targeting video_update_ad_group social_update_ad_set
instagram only | social_update_ad_set social_create_ad_set social_list_social_campaigns social_list_ad_sets social_list_social_ads social_get_social_insights
max 2 impressions per person per week, linkedin | professional_update_professional_campaign
which posts on our company page got published lately (linkedin) | professional_list_page_posts
wrong image on linkedin ad | professional_create_creative professional_update_creative professional_upload_professional_image
campaign group total budget 20k end of june | professional_update_campaign_group professional_create_campaign_group
linkedin conversions setup check | professional_list_conversions
tell linkedin which orders came in yesterday | professional_send_conversions
which linkedin rules can we upload our crm sales to | professional_list_conversion_destinations
set up a qualified-lead goal on linkedin | professional_create_conversion_action
widen the click window of that linkedin goal to 90 days | professional_update_conversion_action
show me yesterday's leads from linkedin | professional_list_leads
what does our linkedin demo form ask | professional_get_lead_form professional_list_lead_forms
make a linkedin form that asks for work email and team size | professional_create_lead_form
put the linkedin form live | professional_update_lead_form
tell tiktok about last night's orders from our shop | video_send_conversions
which pixels and event sets on tiktok take our sales | video_list_conversion_destinations video_list_pixels
how many of the tiktok events were credited to ads | video_get_conversion_quality
add a newsletter subscription event to the tiktok pixel | video_create_conversion_action
rename the checkout event of the tiktok pixel | video_update_conversion_action
show me the tiktok leads since friday | video_list_leads
what does the tiktok sign-up form ask people | video_get_lead_form video_list_lead_forms
which tiktok forms can we put into an ad | video_list_lead_forms video_list_instant_forms
try the tiktok form with a made-up lead | video_create_test_lead
google ads: upload what our shop sold offline last week | search_send_conversions workspace_send_conversions
where in google can we send crm sales to | search_list_conversion_destinations workspace_list_conversion_destinations
did google accept the gclids we uploaded | search_get_conversion_quality
set up a google conversion for qualified leads | search_create_conversion_action
count only one signup per click in google | search_update_conversion_action
order 4711 was returned, take it back in google | search_adjust_conversion
which lead forms are in the google account | search_list_lead_forms
what do we ask in the google lead form | search_get_lead_form search_list_lead_forms
new google lead form with name, phone and one question | search_create_lead_form search_create_extension
who filled in our google form today | search_list_leads workspace_list_leads
is the google account suspended | search_get_customer search_list_customers search_diagnose_delivery
pmax ad strength | search_list_asset_groups
what did pmax spend | search_get_campaign_performance
google: apply all recommendations for keywords | search_apply_recommendation
i dont care about that tip, hide it | search_dismiss_recommendation
shared negatives: add "wiki" | search_update_negative_list search_add_keywords
which strategy is used in brand campaign google | search_list_campaigns search_list_bidding_strategies
final url suffix check for ad group | search_get_tracking
country split of tiktok spend | video_get_report
how much did each creator video cost us on tiktok | video_get_report
customer file upload to tiktok | video_create_audience video_update_audience
is "gardening" available as an interest in tiktok | video_search_interest_categories video_search_interest_keywords
lower the age to 18 in ad set | social_update_ad_set
audience of cart abandoners 14 days fb | social_create_custom_audience
preview for stories | social_preview_ad
what pages can i advertise with | social_list_pages professional_list_organizations
month to date spend all clients | workspace_report
difference between this and last week | workspace_compare
please revert | workspace_undo_change
what's plan 17 about | workspace_get_plan
limit left for this api key | workspace_get_spend_limits
spreadsheets we have | office_list_spreadsheets
budget increased w/o my ok, who? | @history
`;

function laterSentences(): Sentence[] {
  const lines = LATER_ROUNDS.trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  return lines.map((line) => {
    const [said = '', right = ''] = line.split(' | ');
    return [said, ...right.split(' ').flatMap((name) => (GROUPS[name] ?? name).split(' '))];
  });
}

/** A second round, of what people write in haste: typos, half sentences, no platform named. The index may be improved by these too. */
export const MORE_SENTENCES: readonly Sentence[] = [
  ['facebok ads not spending', 'social_diagnose_delivery'],
  ['instgram campain pause', 'social_update_social_campaign'],
  ['linkdin report last 30 days', 'professional_get_analytics'],
  ['tictok budget too low, raise it to 80', 'video_update_campaign', 'video_update_ad_group'],
  ['gogle ads keywrods list', 'search_list_keywords'],
  ['shut down the black friday campaign on meta', 'social_update_social_campaign'],
  ['cut the google budget in half', 'search_update_campaign', 'search_update_campaign_budget', 'search_bulk_update'],
  ['which ad sets are active', 'social_list_ad_sets'],
  ['extend the ad set until sunday', 'social_update_ad_set'],
  ['exclude existing customers from the ad set', 'social_update_ad_set'],
  ['new ad set with women 30 to 45 who like pilates', 'social_create_ad_set'],
  ['give me a list of instagram posts we could promote', 'social_list_posts'],
  ['does our facebook connection still work', 'social_get_token_info'],
  ['which facebook accounts do we have access to', 'social_list_ad_accounts'],
  ['rename that creative', 'social_rename_creative'],
  ['what audiences do we have on facebook', 'social_list_audiences'],
  ['how is this creative performing', 'social_get_creative_performance', 'social_get_social_insights'],
  ['which system users does our business manager have', 'social_list_system_users'],
  ['is our facebook video done processing', 'social_upload_ad_video'],
  ['fb: turn the ad back on', 'social_update_social_ad', 'social_bulk_update'],
  ['linkedin: show the campaign groups', 'professional_list_campaign_groups'],
  ['list the linkedin campaigns with their budgets', 'professional_list_professional_campaigns'],
  ['which accounts are there on linkedin', 'professional_list_ad_accounts'],
  ['make a linkedin carousel ad', 'professional_create_creative'],
  ['create an empty contact list on linkedin', 'professional_create_professional_audience'],
  ['raise the linkedin bid to 12', 'professional_update_professional_campaign'],
  ['upload the product video for linkedin', 'professional_upload_professional_video'],
  ['which attributes can linkedin target by', 'professional_list_targeting_facets'],
  ['retire this linkedin ad', 'professional_update_creative'],
  ['show negative keywords of the campaign', 'search_list_keywords', 'search_list_negative_lists'],
  ['the keyword bids are too high, lower them', 'search_update_keywords', 'search_update_keyword'],
  ['add the keyword blue suede shoes', 'search_add_keywords'],
  ['delete the keyword', 'search_update_keyword', 'search_update_keywords'],
  ['ad strength of our responsive search ads', 'search_list_ads'],
  ['which labels exist', 'search_list_labels'],
  ['list pmax asset groups', 'search_list_asset_groups'],
  ['google images and logos in the asset library', 'search_list_assets'],
  ['upload a logo for performance max', 'search_create_asset'],
  ['which remarketing lists do we have in google', 'search_list_audiences'],
  ['get rid of the google audience', 'search_delete_audience'],
  ['copy that ad group to another google campaign', 'search_duplicate_ad_group'],
  ['duplicate the responsive search ad', 'search_duplicate_ad'],
  ['google error quota, explain', 'search_get_search_error_codes'],
  ['which campaigns use the portfolio strategy', 'search_list_bidding_strategies'],
  ['raise the tcpa of the portfolio to 40', 'search_update_bidding_strategy'],
  ['change the shared budget to 300', 'search_update_campaign_budget'],
  ['add words to the negative list', 'search_update_negative_list'],
  ['which sitelinks are live', 'search_list_ad_extensions'],
  ['what utm template is on the google account', 'search_get_tracking'],
  ['list google campaigns', 'search_list_campaigns'],
  ['pause the google ad group boots', 'search_update_ad_group'],
  ['google ads performance this month vs last month', 'search_get_campaign_performance', 'workspace_compare'],
  ['list tiktok campaigns', 'video_list_campaigns'],
  ['which tiktok ads got rejected', 'video_list_ads'],
  ['tiktok ad groups and their bids', 'video_list_ad_groups'],
  ['make a new ad group on tiktok for Berlin', 'video_create_ad_group'],
  ['copy this tiktok ad', 'video_duplicate_ad'],
  ['clone our best tiktok campaign', 'video_duplicate_campaign'],
  ['who changed the tiktok campaign', 'video_list_changes'],
  ['tiktok location id for bavaria', 'video_search_locations'],
  ['upload a cover picture to tiktok', 'video_upload_image'],
  ['remove the tiktok audience', 'video_delete_audience'],
  ['add new customers to the tiktok audience', 'video_update_audience'],
  ['tiktok keywords people are into', 'video_search_interest_keywords', 'video_search_interest_categories'],
  ['our tiktok advertiser accounts', 'video_list_advertisers'],
  ['what did we change today', 'workspace_list_history'],
  ['how much have we spent in total across all platforms', 'workspace_report'],
  ['what is our monthly spend limit', 'workspace_get_spend_limits'],
  ['reject the plan', 'workspace_withdraw_plan'],
  ['make a copy of the campaign', 'social_duplicate_object', 'search_duplicate_campaign'],
  ['upload an image', 'social_upload_ad_image', 'video_upload_image'],
  ['audience size estimate', 'social_estimate_audience_size', 'professional_estimate_audience'],
  ['create a new campaign', 'social_create_social_campaign', 'search_create_campaign'],
  ['turn off the ad', 'social_update_social_ad', 'search_update_ad', 'video_update_ad'],
  ['list my audiences', 'social_list_audiences', 'search_list_audiences', 'video_list_audiences'],
  ['change the headline of the ad', 'search_update_ad', 'social_update_social_creative'],

  // A third round, in which hardly anything is called by the name it has here
  [
    'stop spending on the Berlin ads',
    'social_update_social_ad',
    'search_update_ad',
    'video_update_ad',
    'social_update_social_campaign',
    'search_update_campaign',
    'social_bulk_update',
  ],
  ['why is my lookalike not delivering', 'social_diagnose_delivery'],
  [
    "add negatives so we don't show for free",
    'search_add_keywords',
    'search_create_negative_list',
    'search_update_negative_list',
  ],
  [
    'people keep clicking on us for "jobs", block that word',
    'search_add_keywords',
    'search_create_negative_list',
    'search_update_negative_list',
  ],
  ['our instagram ads burned 400 euro yesterday for nothing, check what happened', 'social_get_social_insights'],
  ['show spend by country for meta', 'social_get_social_insights'],
  ['who saw our linkedin ads, which industries', 'professional_get_analytics'],
  [
    'I need a saved audience of webinar attendees on linkedin',
    'professional_create_professional_audience',
    'professional_update_professional_audience_members',
  ],
  ['the tiktok ad has a spelling mistake in the caption', 'video_update_ad'],
  ['swap out the video in the tiktok ad', 'video_update_ad'],
  ['schedule the tiktok ads only for evenings', 'video_update_ad_group'],
  ['lift the bid for tiktok conversions', 'video_update_ad_group'],
  ['google: bid more on mobile', 'search_update_campaign_targeting'],
  ['stop showing ads on kids apps', 'search_update_campaign_targeting'],
  ['only germany and austria please for the search campaign', 'search_update_campaign_targeting'],
  ['max clicks bidding on the generic campaign', 'search_update_campaign', 'search_create_bidding_strategy'],
  ['set up conversion tracking check in google', 'search_list_conversion_actions'],
  [
    'which search campaigns are limited by budget',
    'search_list_campaigns',
    'search_diagnose_delivery',
    'search_list_recommendations',
    'search_get_campaign_performance',
  ],
  ['find cheaper keywords like crm software', 'search_search_keyword_ideas'],
  ['bring me ideas for keywords from our homepage', 'search_search_keyword_ideas'],
  ['put callouts free shipping on all campaigns', 'search_update_ad_extensions'],
  ['google account hierarchy', 'search_list_customers'],
  ['take people who unsubscribed out of the google list', 'search_update_customer_list'],
  ['meta: launch a traffic campaign with 20 a day', 'social_create_social_campaign'],
  [
    'narrow the facebook targeting to homeowners',
    'social_update_ad_set',
    'social_search_behaviors',
    'social_search_interests',
  ],
  ['make a facebook ad out of creative 123', 'social_create_social_ad'],
  ['fb video upload', 'social_upload_ad_video'],
  ['dynamic creative with 3 headlines on facebook', 'social_create_ad_creative'],
  ['how do I change the text of a running facebook ad', 'social_update_social_creative'],
  ['do we own any catalogs', 'social_list_catalogs'],
  ['how large is the interest football on facebook', 'social_search_interests', 'social_estimate_audience_size'],
  [
    'how much did we spend yesterday',
    'workspace_report',
    'social_get_social_insights',
    'search_get_campaign_performance',
  ],
  ['best campaign over all channels by roas', 'workspace_report'],
  ['this month against last month', 'workspace_compare'],
  ['which brand accounts are connected', 'workspace_list_workspaces', 'workspace_list_accounts'],
  ['undo everything the agent did today', 'workspace_undo_change'],
  ['freeze all ad spend immediately', 'workspace_stop_spending'],
  ['restart what we stopped', 'workspace_resume_spending'],
  ['open the budget sheet', 'office_read_sheet', 'office_describe_spreadsheet', 'office_list_spreadsheets'],
  ['sponsored messaging to CTOs', 'professional_create_message', 'professional_create_creative'],
  ['linkedin: which companies engaged', 'professional_get_analytics'],
  ['what is the minimum daily budget on linkedin', 'professional_get_budget_recommendation'],
  ['end the linkedin campaign group on dec 31', 'professional_update_campaign_group'],
  ['which of our linkedin creatives are still in review', 'professional_list_creatives'],
  ['tiktok smart plus campaign', 'video_create_campaign'],
  [
    'can we target gamers on tiktok',
    'video_search_interest_categories',
    'video_search_interest_keywords',
    'video_search_hashtags',
  ],
  ['show tiktok videos in the library', 'video_list_videos'],
  ['tiktok reach by gender last 7 days', 'video_get_report'],
  ['turn this tiktok campaign back on', 'video_update_campaign'],
  ['mute comments on tiktok ads', 'video_update_ad_group'],

  // A fourth round
  [
    'we are overspending on facebook, dial it down',
    'social_update_social_campaign',
    'social_update_ad_set',
    'social_bulk_update',
  ],
  ['let the prospecting campaign run till christmas on google', 'search_update_campaign'],
  ['our meta account got flagged, what is the status', 'social_list_ad_accounts', 'social_get_token_info'],
  ['show me how the instagram story ad is going to look', 'social_preview_ad'],
  ['shift 30% of budget from ad set A to B', 'social_update_ad_set', 'social_bulk_update'],
  [
    'split test two headlines on facebook',
    'social_create_ad_creative',
    'social_duplicate_object',
    'social_create_social_ad',
  ],
  ['who are our best customers lookalike in france', 'social_create_lookalike_audience', 'video_create_audience'],
  ['drop these phone numbers from the meta list', 'social_update_customer_list'],
  ['which pixel should I optimise for', 'social_list_pixels', 'video_list_pixels'],
  ['get me the cost per purchase for each ad set', 'social_get_social_insights'],
  ['duplicate ad into the retargeting ad set', 'social_duplicate_object'],
  [
    'target parents in Lyon on facebook',
    'social_update_ad_set',
    'social_search_interests',
    'social_search_behaviors',
    'social_search_social_locations',
    'social_create_ad_set',
  ],
  [
    'stop the sponsored content on linkedin',
    'professional_update_professional_campaign',
    'professional_update_creative',
    'professional_bulk_update',
  ],
  ['create lead gen ad on linkedin with our form', 'professional_create_creative', 'professional_list_lead_forms'],
  ['linkedin click through rate per campaign', 'professional_get_analytics'],
  ['how much budget do I need on linkedin to reach CIOs', 'professional_get_budget_recommendation'],
  ['remove acme corp from the linkedin account list', 'professional_update_professional_audience_members'],
  [
    'add company size 500+ to the linkedin targeting',
    'professional_update_professional_campaign',
    'professional_search_targeting_entities',
  ],
  ['linkedin spend by day this month', 'professional_get_analytics'],
  ['what goals are set up in linkedin', 'professional_list_conversions'],
  ['broad match is killing us, which terms wasted money', 'search_get_campaign_performance', 'search_run_query'],
  ['raise max cpc on exact match keywords', 'search_update_keywords', 'search_update_keyword'],
  ['google ads disapproved, why', 'search_diagnose_delivery', 'search_list_ads'],
  ['turn on search partners', 'search_update_campaign'],
  ['advertise only to french speakers on google', 'search_update_campaign_targeting'],
  ['new shopping image for asset group', 'search_update_asset_group', 'search_create_asset'],
  [
    'pull quality score and impression share',
    'search_list_keywords',
    'search_run_query',
    'search_get_campaign_performance',
  ],
  ['link the negative list to the new campaign', 'search_update_negative_list'],
  ['clear the label from old campaigns', 'search_apply_label'],
  ['how did keywords perform in may', 'search_get_campaign_performance', 'search_run_query'],
  ['which google ads audiences are too small', 'search_list_audiences'],
  ['use first party data in google', 'search_update_customer_list', 'search_create_audience'],
  ['tiktok ad copy change', 'video_update_ad'],
  ['stop the tiktok campaign at midnight', 'video_update_campaign', 'video_bulk_update', 'video_update_ad_group'],
  ['tiktok creative fatigue, show frequency', 'video_get_report'],
  ['create tiktok audience from site visitors', 'video_create_audience'],
  ['how many users match on tiktok: women 18-24 madrid', 'video_estimate_audience'],
  ['which tiktok posts can be sparked', 'video_list_posts'],
  ['daily spend per platform', 'workspace_report'],
  ['why was my change refused, are we at the limit', 'workspace_get_spend_limits'],
  ['which changes did the bot make this week', 'workspace_list_history'],
  ['revert the budget increase', 'workspace_undo_change'],

  // A fifth round
  [
    'could you switch the Munich ads off for the night',
    'social_update_social_ad',
    'search_update_ad',
    'video_update_ad',
    'professional_update_creative',
    'social_bulk_update',
    'search_bulk_update',
    'video_bulk_update',
  ],
  [
    'the summer sale is over, end those campaigns',
    'social_bulk_update',
    'search_bulk_update',
    'video_bulk_update',
    'professional_bulk_update',
    'search_update_campaign',
    'social_update_social_campaign',
    'video_update_campaign',
  ],
  [
    'I want to reach people similar to our newsletter readers',
    'social_create_lookalike_audience',
    'video_create_audience',
  ],
  ['what is my return on ad spend on facebook this quarter', 'social_get_social_insights'],
  ['is any facebook ad still pending approval', 'social_list_social_ads', 'social_diagnose_delivery'],
  ['set a lifetime budget of 2000 for the ad set', 'social_update_ad_set'],
  ['make the facebook ad set start next monday', 'social_update_ad_set'],
  ['use our latest reel as an ad', 'social_create_social_ad', 'social_list_posts', 'video_create_ad'],
  [
    'give me audience sizes for cooking and baking',
    'social_search_interests',
    'social_estimate_audience_size',
    'video_estimate_audience',
    'professional_estimate_audience',
    'video_search_interest_categories',
  ],
  ['our pixel fires twice, list what we have', 'social_list_pixels', 'video_list_pixels'],
  ['compare square and landscape creatives', 'social_analyze_account_creatives'],
  ['delete the custom audience old buyers', 'social_delete_audience'],
  ['what is left in the tiktok wallet', 'video_get_advertiser_info', 'video_list_advertisers'],
  ['tiktok video views and completion rate', 'video_get_report'],
  ['make tiktok show the ad to android users only', 'video_update_ad_group'],
  ['change landing page of tiktok ad', 'video_update_ad'],
  ['all tiktok ad groups that finish this week', 'video_list_ad_groups'],
  ['song for my slideshow ad', 'video_list_music'],
  ['tiktok: more budget for the winning ad group', 'video_update_ad_group'],
  ['which account speaks in our tiktok ads', 'video_get_identities'],
  ['bulk pause low ctr keywords', 'search_update_keywords'],
  [
    'competitor brand names should not trigger our ads',
    'search_add_keywords',
    'search_create_negative_list',
    'search_update_negative_list',
  ],
  ['why are we not on page one for our brand', 'search_diagnose_delivery'],
  ['which headlines get the low rating', 'search_list_ads', 'search_list_assets', 'search_list_asset_groups'],
  ['add a phone call button below the ads', 'search_update_ad_extensions'],
  ['a price table under our search ads', 'search_create_extension'],
  [
    'bid by conversions value with 400% roas',
    'search_update_campaign',
    'search_create_bidding_strategy',
    'search_update_bidding_strategy',
  ],
  [
    'who approved auto applied recommendations in google',
    'search_list_changes',
    'search_list_recommendations',
    'workspace_list_history',
  ],
  ['search volume for winter tyres in Sweden', 'search_search_keyword_ideas'],
  ['google campaign budgets overview', 'search_list_campaign_budgets', 'search_list_campaigns'],
  ['give google our customer phone list', 'search_update_customer_list'],
  [
    'linkedin: target only senior managers',
    'professional_update_professional_campaign',
    'professional_search_targeting_entities',
  ],
  [
    'what does a click cost on linkedin for engineers',
    'professional_get_budget_recommendation',
    'professional_get_analytics',
  ],
  ['promote our event on linkedin', 'professional_create_creative', 'professional_create_professional_campaign'],
  ['linkedin document ad with the report', 'professional_create_creative', 'professional_upload_professional_document'],
  ['did linkedin approve our ads', 'professional_list_creatives', 'professional_diagnose_delivery'],
  ['linkedin demographics of clickers', 'professional_get_analytics'],
  ['move the linkedin campaign into the Q4 group', 'professional_update_professional_campaign'],
  [
    'who asked for the change to the budget',
    'workspace_list_history',
    'workspace_list_plans',
    'search_list_changes',
    'social_list_changes',
  ],
  ['top 10 ads everywhere by conversions', 'workspace_report'],
  ['cost per lead google vs linkedin vs facebook', 'workspace_report', 'workspace_compare'],
  ['stop all facebook spending', 'workspace_stop_spending', 'social_bulk_update', 'social_update_social_campaign'],

  // A sixth round, half of it as agents put it
  ['get facebook campaign spend last 7 days', 'social_get_social_insights'],
  ['update daily budget google ads campaign', 'search_update_campaign'],
  ['list linkedin campaigns', 'professional_list_professional_campaigns'],
  ['pause tiktok ad group', 'video_update_ad_group'],
  ['create instagram ad', 'social_create_social_ad', 'social_create_ad_creative'],
  ['search terms report', 'search_get_campaign_performance', 'search_run_query'],
  ['add negative keywords to campaign', 'search_add_keywords'],
  [
    'upload customer list',
    'social_update_customer_list',
    'search_update_customer_list',
    'video_create_audience',
    'professional_update_professional_audience_members',
  ],
  ['retrieve meta ad creatives', 'social_list_ad_creatives'],
  [
    'estimate reach for targeting',
    'social_estimate_audience_size',
    'professional_estimate_audience',
    'video_estimate_audience',
  ],
  ['change bid strategy of campaign to target CPA', 'search_update_campaign', 'search_create_bidding_strategy'],
  ['get conversion actions', 'search_list_conversion_actions', 'professional_list_conversions'],
  ['somebody changed our google bids overnight, who was it', 'search_list_changes', 'workspace_list_history'],
  ['we have a typo in our linkedin headline', 'professional_update_creative', 'professional_create_creative'],
  ['I accidentally deleted budget, restore it', 'workspace_undo_change'],
  ['no leads from linkedin since tuesday', 'professional_diagnose_delivery', 'professional_get_analytics'],
  ['the client wants a weekly overview of all channels', 'workspace_report'],
  ['can I spend 500 more this month', 'workspace_get_spend_limits'],
  ['facebook catalogue ads for the new shoes', 'social_create_ad_creative', 'social_list_catalogs'],
  ['remarket to people who added to cart but did not buy on facebook', 'social_create_custom_audience'],
  [
    'same but on google',
    'search_list_campaigns',
    'search_update_campaign',
    'search_duplicate_campaign',
    'search_create_campaign',
  ],
  ['how many in the audience website visitors meta', 'social_list_audiences', 'social_estimate_audience_size'],
  ['does the facebook ad set overlap in locations, show its targeting', 'social_list_ad_sets'],
  ['facebook says error 190', 'social_get_social_error_codes', 'social_get_token_info'],
  ['set cost cap 12 euros on the ad set', 'social_update_ad_set'],
  ['google quality of landing pages keywords', 'search_list_keywords'],
  ['new portfolio strategy', 'search_create_bidding_strategy'],
  ['remove sitelink', 'search_update_ad_extensions'],
  ['add audience to google campaign for observation', 'search_update_campaign_targeting'],
  ['exclude mobile apps in google', 'search_update_campaign_targeting'],
  ['turn off auto recommendation X', 'search_dismiss_recommendation', 'search_apply_recommendation'],
  ['set final url suffix', 'search_update_tracking'],
  ['list tiktok identities', 'video_get_identities'],
  ['tiktok instant form ids', 'video_list_instant_forms'],
  ['upload mp4 for tiktok', 'video_upload_video'],
  ['tiktok interest targeting ids for cosmetics', 'video_search_interest_categories', 'video_search_interest_keywords'],
  ['duplicate tiktok campaign with double budget', 'video_duplicate_campaign'],
  ['linkedin organization id', 'professional_list_organizations'],
  ['linkedin lead form id', 'professional_list_lead_forms'],
  ['create linkedin single image ad', 'professional_create_creative'],
  ['linkedin tracking parameters', 'professional_update_tracking_parameters'],
  ['apply the approved plan', 'workspace_apply_plan'],

  ...laterSentences(),
];
