import type { ErrorCode } from '../../errors.ts';

export interface Meaning {
  code: ErrorCode;
  nextStep: string;
  retryable?: boolean;
}

const reconnect = (why = ''): Meaning => ({
  code: 'token_expired',
  nextStep: `${why}Reconnect the search channel in the workspace settings.`,
});
const denied = (nextStep: string): Meaning => ({ code: 'permission_denied', nextStep });
const wrong = (nextStep: string): Meaning => ({ code: 'invalid_arguments', nextStep });
const taken = (nextStep: string): Meaning => ({ code: 'conflict', nextStep });
const missing = (nextStep: string): Meaning => ({ code: 'not_found', nextStep });

/** What the platform's codes mean for the caller: by exact value first, then by family, then by HTTP status. */
export const BY_VALUE: Readonly<Record<string, Meaning>> = {
  OAUTH_TOKEN_EXPIRED: reconnect(),
  OAUTH_TOKEN_REVOKED: reconnect('The user withdrew consent. '),
  OAUTH_TOKEN_DISABLED: reconnect('The user withdrew consent. '),
  OAUTH_TOKEN_INVALID: reconnect(),
  NOT_ADS_USER: denied('The connected user has no ads account. Connect with a user who has one.'),
  CUSTOMER_NOT_FOUND: missing('Check customer_id: no such account exists. list_customers shows the reachable ones.'),
  USER_PERMISSION_DENIED: denied(
    'The connected user cannot reach this customer. If it is under a manager account, pass that manager as login_customer_id (list_customers shows it); otherwise have access granted.',
  ),
  INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION: denied(
    'The account in login_customer_id does not manage this customer. list_customers shows which one does.',
  ),
  CUSTOMER_NOT_ENABLED: {
    code: 'account_problem',
    nextStep: 'The account is closed or not set up. Use another customer_id or reactivate it.',
  },
  ACTION_NOT_PERMITTED: denied("The connected user's role does not allow this. Have a standard or admin role given."),
  ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT: {
    code: 'account_problem',
    nextStep: "The account is suspended. Its owner has to settle that in the platform's own interface.",
  },
  CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION: denied(
    'The cloud project may only use test accounts. Have its access level raised by the platform.',
  ),
  RESOURCE_TEMPORARILY_EXHAUSTED: {
    code: 'rate_limited',
    nextStep: 'Wait a few seconds and call again.',
    retryable: true,
  },
  RESOURCE_EXHAUSTED: {
    code: 'rate_limited',
    nextStep: "The platform's allowance is used up. Wait for the time given.",
    retryable: true,
  },
  ACCESS_PROHIBITED: denied('The platform has blocked this project. Its owner has to ask the platform why.'),
  CONCURRENT_MODIFICATION: {
    code: 'conflict',
    nextStep: 'Somebody else is changing the same thing. Call again in a moment.',
    retryable: true,
  },
  REQUESTED_METRICS_FOR_MANAGER: wrong(
    'A manager account has no metrics. Use one of its client accounts as customer_id.',
  ),
  CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT: wrong('A manager account has no campaigns. Use one of its client accounts.'),
  INVALID_PAGE_TOKEN: wrong('The cursor is no longer known. Leave it out to begin at the start of the list.'),
  EXPIRED_PAGE_TOKEN: wrong('The cursor is too old. Leave it out to begin at the start of the list.'),
  RESOURCE_NOT_FOUND: missing('Check the id: nothing by that id is in this account.'),
  EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED: {
    code: 'account_problem',
    nextStep:
      'Some campaigns of this account have no EU political advertising declaration. Set contains_eu_political_advertising on each with update_campaign, then call again.',
  },
  MISSING_EU_POLITICAL_ADVERTISING_SELF_DECLARATION: wrong(
    'Set contains_eu_political_advertising on the campaign with update_campaign first.',
  ),
  DUPLICATE_CAMPAIGN_NAME: taken('A campaign of that name exists. Choose another name, or use the existing one.'),
  DUPLICATE_ADGROUP_NAME: taken('The campaign has an ad group of that name. Choose another name, or use that one.'),
  DUPLICATE_ASSET_NAME: taken('Another asset has that name. Choose another name.'),
  DUPLICATE_NAME: taken('That name is in use. Choose another one.'),
  RESOURCE_ALREADY_EXISTS: taken('It exists already. Read it instead of creating it.'),
  DUPLICATE_RESOURCE: taken('The same link is given twice. Name each asset once per field type.'),
};

const policy: Meaning = {
  code: 'policy_rejected',
  nextStep: 'Change what the policy objects to; repeating it will not help.',
};

export const BY_FAMILY: Readonly<Record<string, Meaning>> = {
  authenticationError: reconnect(),
  authorizationError: denied('Have the connected user given access to what was asked for.'),
  quotaError: { code: 'rate_limited', nextStep: 'Wait and call again.', retryable: true },
  policyFindingError: policy,
  policyViolationError: policy,
  internalError: {
    code: 'upstream_unavailable',
    nextStep: 'The platform has a fault. Call again in a moment.',
    retryable: true,
  },
  queryError: wrong('Correct the part of the query the platform names.'),
};

export const BY_STATUS: Readonly<Record<number, Meaning>> = {
  401: reconnect(),
  403: denied('Have the connected user and the cloud project given access to the Ads API.'),
  404: {
    code: 'unsupported',
    nextStep: 'This version of the platform interface is gone or the address is unknown: update the service.',
  },
  429: { code: 'rate_limited', nextStep: 'Wait and call again.', retryable: true },
  501: {
    code: 'unsupported',
    nextStep: 'This version of the platform interface has been switched off: update the service.',
  },
};

export const REFUSED = wrong('Correct what the platform objects to and call again. Nothing was changed.');

export const BROKEN: Meaning = {
  code: 'upstream_unavailable',
  nextStep: 'The platform has a fault. Call again in a moment.',
  retryable: true,
};
