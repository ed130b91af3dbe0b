import { routesOf } from '../coverage.ts';
import type { Coverage } from '../emulator.ts';
import { rules } from './rules/coverage.ts';

export const coverage: Coverage = {
  routes: [
    ...routesOf(
      'supported',
      `
      GET /portal/auth
      POST /portal/auth: the answer of the consent page, which the platform keeps to itself
      POST /open_api/v1.3/oauth2/access_token/
      POST /open_api/v1.3/oauth2/revoke_token/
      GET /open_api/v1.3/oauth2/advertiser/get/
      GET /open_api/v1.3/user/info/
      GET /open_api/v1.3/advertiser/info/
      GET /open_api/v1.3/identity/get/
      GET /open_api/v1.3/identity/video/get/
      GET /open_api/v1.3/campaign/get/
      POST /open_api/v1.3/campaign/create/
      POST /open_api/v1.3/campaign/update/
      POST /open_api/v1.3/campaign/status/update/
      POST /open_api/v1.3/campaign/copy/task/create/
      GET /open_api/v1.3/campaign/copy/task/check/
      GET /open_api/v1.3/adgroup/get/
      POST /open_api/v1.3/adgroup/create/
      POST /open_api/v1.3/adgroup/update/
      POST /open_api/v1.3/adgroup/status/update/
      POST /open_api/v1.3/adgroup/budget/update/
      GET /open_api/v1.3/ad/get/
      GET /open_api/v1.3/ad/review_info/
      POST /open_api/v1.3/ad/create/
      POST /open_api/v1.3/ad/update/
      POST /open_api/v1.3/ad/status/update/
      GET /open_api/v1.3/file/image/ad/info/
      GET /open_api/v1.3/file/image/ad/search/
      GET /open_api/v1.3/file/video/ad/info/
      GET /open_api/v1.3/file/video/ad/search/
      GET /open_api/v1.3/file/video/suggestcover/
      GET /open_api/v1.3/page/field/get/
      GET /open_api/v1.3/page/lead/task/download/
      POST /open_api/v1.3/page/lead/mock/create/
      GET /open_api/v1.3/page/lead/mock/get/
      POST /open_api/v1.3/page/lead/mock/delete/
      GET /open_api/v1.3/subscription/get/
      POST /open_api/v1.3/subscription/unsubscribe/
      GET /open_api/v1.3/term/check/
      POST /open_api/v1.3/term/confirm/
      GET /open_api/v1.3/dmp/custom_audience/list/
      POST /open_api/v1.3/dmp/custom_audience/file/upload/
      POST /open_api/v1.3/dmp/custom_audience/create/
      POST /open_api/v1.3/dmp/custom_audience/update/
      POST /open_api/v1.3/dmp/custom_audience/delete/
      POST /open_api/v1.3/dmp/custom_audience/lookalike/create/
      GET /open_api/v1.3/pixel/list/
      POST /open_api/v1.3/pixel/create/
      GET /open_api/v1.3/pixel/event/stats/
      POST /open_api/v1.3/pixel/event/create/: without rules of clicks and pages
      POST /open_api/v1.3/pixel/event/update/
      POST /open_api/v1.3/event/track/: web, offline and crm; no app is kept
      GET /open_api/v1.3/crm/list/
      POST /open_api/v1.3/offline/create/
      GET /open_api/v1.3/offline/get/
      GET /open_api/v1.3/tool/interest_category/
      GET /open_api/v1.3/tool/interest_keyword/recommend/
      GET /open_api/v1.3/tool/action_category/
      GET /open_api/v1.3/tool/hashtag/recommend/
      GET /open_api/v1.3/tool/region/
      GET /open_api/v1.3/tool/language/
      POST /open_api/v1.3/tool/targeting/search/
      POST /open_api/v1.3/ad/audience_size/estimate/
      GET /open_api/v1.3/smart_plus/campaign/get/
      POST /open_api/v1.3/smart_plus/campaign/create/
      POST /open_api/v1.3/smart_plus/campaign/update/
      POST /open_api/v1.3/smart_plus/campaign/status/update/
      POST /open_api/v1.3/smart_plus/campaign/copy/task/create/
      GET /open_api/v1.3/smart_plus/campaign/copy/task/check/
      GET /open_api/v1.3/smart_plus/adgroup/get/
      POST /open_api/v1.3/smart_plus/adgroup/create/
      POST /open_api/v1.3/smart_plus/adgroup/update/
      POST /open_api/v1.3/smart_plus/adgroup/status/update/
      POST /open_api/v1.3/smart_plus/adgroup/budget/update/
      GET /open_api/v1.3/smart_plus/ad/get/
      POST /open_api/v1.3/smart_plus/ad/create/
      POST /open_api/v1.3/smart_plus/ad/update/
      POST /open_api/v1.3/smart_plus/ad/status/update/
      GET /open_api/v1.3/changelog/task/check/
      GET /open_api/v1.3/report/task/check/
      POST /open_api/v1.3/report/task/cancel/
      GET /open_api/v1.3/report/integrated/get/: BASIC and AUDIENCE, of one advertiser or several`,
    ),
    ...routesOf(
      'partial',
      `
      POST /open_api/v1.3/file/image/ad/upload/: by file and by address; not by file id
      POST /open_api/v1.3/file/video/ad/upload/: by file and by address; not by file or video id
      GET /open_api/v1.3/dmp/custom_audience/get/: without history and rules
      POST /open_api/v1.3/dmp/custom_audience/rule/create/: visitors of a website (PIXEL), each rule with one event
      GET /open_api/v1.3/file/music/get/: the music of carousels, without searching
      GET /open_api/v1.3/page/get/: instant forms; no other pages
      POST /open_api/v1.3/page/lead/task/: of a form; not of an ad or a library
      POST /open_api/v1.3/subscription/subscribe/: leads; nothing else
      POST /open_api/v1.3/tool/targeting/info/: places and postal codes (scene GEO)
      POST /open_api/v1.3/changelog/task/create/: without order_fields; daily budgets that begin at midnight are not told of
      GET /open_api/v1.3/changelog/task/download/: in the form that was seen; names of parts and fields are partly our own words
      POST /open_api/v1.3/report/task/create/: BASIC and AUDIENCE
      GET /open_api/v1.3/report/task/download/: CSV as text; no files to download, and countries as codes`,
    ),
    ...routesOf(
      'absent',
      `
      GET /open_api/v1.3/advertiser/balance/get/
      POST /open_api/v1.3/identity/create/
      GET /open_api/v1.3/adgroup/quota/
      GET /open_api/v1.3/adgroup/review_info/
      GET /open_api/v1.3/changelog/get/
      GET /open_api/v1.3/lead/get/
      GET /open_api/v1.3/lead/field/get/
      GET /open_api/v1.3/page/library/get/
      POST /open_api/v1.3/pixel/event/delete/
      POST /open_api/v1.3/pixel/update/
      POST /open_api/v1.3/offline/update/
      POST /open_api/v1.3/offline/delete/
      GET /open_api/v1.3/tool/hashtag/get/
      GET /open_api/v1.3/targeting/search/
      POST /open_api/v1.3/smart_plus/ad/material_status/update/
      GET /open_api/v1.3/smart_plus/ad/review_info/`,
    ),
  ],
  rules,
};
