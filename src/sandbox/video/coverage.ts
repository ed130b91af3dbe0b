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
      GET /open_api/v1.3/campaign/get/
      POST /open_api/v1.3/campaign/create/
      POST /open_api/v1.3/campaign/update/
      POST /open_api/v1.3/campaign/status/update/
      GET /open_api/v1.3/smart_plus/campaign/get/
      POST /open_api/v1.3/smart_plus/campaign/update/
      POST /open_api/v1.3/smart_plus/campaign/status/update/
      GET /open_api/v1.3/report/integrated/get/: BASIC and AUDIENCE of one advertiser`,
    ),
  ],
  rules,
};
