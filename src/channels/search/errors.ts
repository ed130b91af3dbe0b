import { Failure, type Problem } from '../../errors.ts';
import type { Complaint } from '../../upstream/dialect.ts';
import { errorTable, KINDS } from '../../upstream/error-table.ts';
import type { UpstreamReply } from '../../upstream/session.ts';
import { type AdsError, ErrorReply } from './wire.ts';

type Status = ErrorReply['error'];

/** The platform's code is the family of an error, its subcode the name in it. */
export const ERRORS = errorTable(`
authenticationError | token | The sign-in is not accepted | The token or the user behind it is not good for this interface | Reconnect the search channel (adhelm connect search)
authenticationError/OAUTH_TOKEN_EXPIRED | expired | The access token has ended | It lives for an hour | Reconnect the search channel (adhelm connect search)
authenticationError/OAUTH_TOKEN_INVALID | token | The access token is malformed or unknown | It was changed, or made for another project | Reconnect the search channel (adhelm connect search)
authenticationError/OAUTH_TOKEN_REVOKED,authenticationError/OAUTH_TOKEN_DISABLED | token | The user withdrew consent | Access was taken back in the user's own settings | Reconnect the search channel (adhelm connect search)
authenticationError/NOT_ADS_USER | permission | The connected user has no ads account | The user never opened one, nor was invited to one | Connect with a user who has one
authenticationError/CUSTOMER_NOT_FOUND | missing | There is no such account | The customer id is wrong | Check customer_id; list_customers shows the reachable ones
authorizationError | permission | The connected user may not do this | Access was never granted | Have the connected user given access to what was asked for
authorizationError/USER_PERMISSION_DENIED | permission | The connected user cannot reach this customer | It belongs to somebody else, or is reached through a manager account | If it is under a manager account, pass that manager as login_customer_id (list_customers shows it); otherwise have access granted
authorizationError/INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION | permission | The account in login_customer_id does not manage this customer | The manager is another one | list_customers shows which manager does
authorizationError/CUSTOMER_NOT_ENABLED | account | The account is closed or not set up | It was cancelled, or its set-up was never finished | Use another customer_id or reactivate it
authorizationError/ACTION_NOT_PERMITTED | permission | The user's role does not allow this | The role is read-only or for billing | Have a standard or admin role given
authorizationError/ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT | account | The account is suspended | The platform stopped it over its policies or payments | Its owner has to settle that in the platform's own interface
authorizationError/CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION | permission | The cloud project may only use test accounts | Its access level is the lowest one | Have its access level raised by the platform
quotaError | busy | The platform's quota is used up | Too many operations in a short time, or in a day | Wait for the time given, then call again
quotaError/RESOURCE_TEMPORARILY_EXHAUSTED | busy:30 | Too many operations at the moment | The account's or the project's bucket is empty for now | Wait for the time given, then call again
quotaError/RESOURCE_EXHAUSTED | busy:300 | The quota is used up | The daily operations or the rate of a planning service are spent | Wait for the time given, then call again
quotaError/ACCESS_PROHIBITED | permission | The platform has blocked this project | It broke the rules of the interface | Its owner has to ask the platform why
databaseError/CONCURRENT_MODIFICATION | contended | Somebody else is changing the same thing | Two changes met | Call again in a moment
internalError | broken | The platform has a fault | It failed inside | Call again in a moment
internalError/TRANSIENT_ERROR,internalError/DEADLINE_EXCEEDED | broken | The platform has a passing fault | It was overloaded or too slow | Call again in a moment
policyFindingError,policyViolationError | policy | A policy objects to the content | See the topics in the message | Change what the policy objects to; repeating it will not help
queryError | request | The selection is not one the platform can answer | Fields do not fit together, or a value is malformed | Correct the argument the message names
queryError/REQUESTED_METRICS_FOR_MANAGER | request | A manager account has no metrics | Numbers belong to the accounts that serve ads | Use one of its client accounts as customer_id (list_customers names them); the tool report at /workspace/mcp reads all accounts at once
requestError/CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT | request | A manager account has no campaigns | Campaigns belong to client accounts | Use one of its client accounts as customer_id
requestError/INVALID_PAGE_TOKEN | request | The place in the list is not known | The cursor was changed | Leave out cursor to begin at the start of the list
requestError/EXPIRED_PAGE_TOKEN | request | The place in the list is too old | A list can be continued for some hours only | Leave out cursor to begin at the start of the list
mutateError/RESOURCE_NOT_FOUND | missing | Nothing by that id is in this account | The id is wrong, or of another account | Check the id
operationAccessDeniedError/OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE,contextError/OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE | taken | What it belongs to is removed | Removal is final: nothing can be added or changed there | Use one that is not removed, or make a new one
mutateError/RESOURCE_ALREADY_EXISTS | taken | It exists already | The same thing was made before | Read it instead of creating it
mutateError/DUPLICATE_RESOURCE,assetLinkError/DUPLICATE_RESOURCE | taken | The same link is given twice | An asset stands twice in one field type | Name each asset once per field type
mutateError/EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED | account | Some campaigns of this account have no EU political advertising declaration | The platform refuses changes until every campaign has one | Set contains_eu_political_advertising on each with update_campaign, then call again
fieldError/MISSING_EU_POLITICAL_ADVERTISING_SELF_DECLARATION | request | The campaign has no EU political advertising declaration | It is demanded of campaigns that reach the EU | Set contains_eu_political_advertising on the campaign with update_campaign first
campaignError/DUPLICATE_CAMPAIGN_NAME | taken | A campaign of that name exists | Names are unique in an account | Choose another name, or use the existing one
adGroupError/DUPLICATE_ADGROUP_NAME | taken | The campaign has an ad group of that name | Names are unique in a campaign | Choose another name, or use that one
assetError/DUPLICATE_ASSET_NAME | taken | Another asset has that name | Names of assets are unique in an account | Choose another name
assetError/LEAD_FORM_MISSING_AGREEMENT | account | The terms for lead forms are not accepted in this account | A person has to accept them once | Accept them in the platform's own interface, then call again
campaignBudgetError/DUPLICATE_NAME | taken | That name is in use | Names of budgets are unique in an account | Choose another one
biddingStrategyError/DUPLICATE_NAME | taken | That name is in use | Names of portfolio strategies are unique in an account | Choose another one
biddingStrategyError/CANNOT_REMOVE_ASSOCIATED_STRATEGY,campaignBudgetError/CAMPAIGN_BUDGET_IN_USE | taken | Campaigns still use it | It can be removed only when none does | Let those campaigns use another one first
conversionAdjustmentUploadError/CONVERSION_NOT_FOUND | missing | The action has no conversion with this event_id | It was never counted, has another id, or is not worked on yet | Check event_id and conversion_action_id; list_sent_conversions at /workspace/mcp shows what was sent
conversionAdjustmentUploadError/TOO_RECENT_CONVERSION,conversionAdjustmentUploadError/TOO_RECENT_CONVERSION_ACTION | taken | The conversion is too new to be adjusted | The platform takes adjustments from 24 hours after a conversion | Call again a day after it was sent
conversionAdjustmentUploadError/CONVERSION_EXPIRED | request | The conversion is too old to be adjusted | The platform takes adjustments for 54 days | It stays as it is
conversionAdjustmentUploadError/CONVERSION_ALREADY_RETRACTED | taken | The conversion was retracted | Retraction is final | It cannot be restated; send it with a new event_id if it counts after all
conversionAdjustmentUploadError/MORE_RECENT_RESTATEMENT_FOUND | taken | It was restated at a later time already | Somebody else restated it | Leave out adjusted_at to restate it as of now
conversionAdjustmentUploadError/RESTATEMENT_ALREADY_EXISTS | taken | It was restated as of this very moment already | The value given then stays, which may be another one | Leave out adjusted_at, or pass a later one, to be sure of the value
conversionAdjustmentUploadError/ADJUSTMENT_PRECEDES_CONVERSION | request | adjusted_at lies before the conversion | An adjustment follows what it adjusts | Leave out adjusted_at to adjust it as of now
ACCESS_TOKEN_SCOPE_INSUFFICIENT | permission | The sign-in does not cover this interface | The connection was made before conversions were asked for, or the box was not ticked | Reconnect the search channel (adhelm connect search) and agree to all that is asked
PERMISSION_DENIED | permission | The connected user may not send to this account | It is reached through another manager account, or the role is read-only | Pass the manager above it as login_customer_id (list_customers shows it), or have a standard or admin role given
SERVICE_DISABLED | permission | The interface is switched off in the cloud project | It was never enabled there | Enable the Data Manager API and the Google Ads API in the cloud project
INVALID_ARGUMENT/DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED,INVALID_ARGUMENT/DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS | account | The account takes no personal data with conversions | The terms for customer data are not accepted, or enhanced conversions for leads are off | Settle that in the platform's own interface, or send click ids without person
http/403 | permission | Access is refused before the request is read | The user or the cloud project lacks access to the interface | Have the connected user and the cloud project given access to the Ads API
http/404 | version | The address is unknown | This version of the platform's interface is gone | Update the service
`);

/** Every endpoint answers with one object; the stream wraps it into a list. */
export function complaintOf({ status, headers, json }: UpstreamReply): Complaint | undefined {
  if (status === 200) return undefined;
  const said = ErrorReply.safeParse(Array.isArray(json) ? json[0] : json).data?.error;
  const details = said?.details.find((detail) => detail.errors.length > 0);
  const [first] = details?.errors ?? [];
  const { family, name } = codeOf(first);
  const violation = said?.details.flatMap(({ fieldViolations }) => fieldViolations).find(({ reason }) => reason);
  return {
    code: family ?? said?.details.find(({ reason }) => reason)?.reason,
    subcode: name ?? violation?.reason,
    writtenAs: family && `${family}.${name}`,
    message: wordsOf(first) || violation?.description || said?.message || `HTTP ${status}`,
    traceId: details?.requestId ?? headers['request-id'],
    problems: details ? problemsIn(details.errors) : violationsIn(said),
    waitMs: durationMs(first?.details?.quotaErrorDetails?.retryDelay),
  };
}

/** Errors about the whole account, reported on customer_id. */
const OF_THE_ACCOUNT: ReadonlySet<string> = new Set([
  'CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT',
  'CUSTOMER_NOT_ENABLED',
  'CUSTOMER_NOT_FOUND',
  'REQUESTED_METRICS_FOR_MANAGER',
  'USER_PERMISSION_DENIED',
]);

function problemsIn(errors: readonly AdsError[]): Problem[] {
  const [first] = errors;
  if (OF_THE_ACCOUNT.has(codeOf(first).name ?? '')) return [{ field: 'customer_id', message: wordsOf(first) }];
  return causes(errors).flatMap(problemOf);
}

/** Operations that failed only because an earlier one did are left out. */
function causes(errors: readonly AdsError[]): readonly AdsError[] {
  const own = errors.filter((error) => codeOf(error).name !== 'TEMP_ID_RESOURCE_HAD_ERRORS');
  return own.length > 0 ? own : errors;
}

export interface RowError {
  family?: string | undefined;
  code: string;
  message: string;
}

/** The platform's refusal of one operation among many, as the caller is told it. */
export function rowFailure({ family, code, message }: RowError): Failure {
  const entry = ERRORS.find(family, code);
  return new Failure({
    code: entry ? KINDS[entry.kind].code : 'invalid_arguments',
    message: `${message} (${code})`,
    nextStep: entry?.nextStep ?? 'Correct what the message names.',
  });
}

/** The errors of a call that went through in part, by the operation they belong to. */
export function errorsByOperation(status: Status | undefined): Map<number, RowError> {
  const byOperation = new Map<number, RowError>();
  for (const error of status?.details.flatMap(({ errors }) => errors) ?? []) {
    const index = error.location?.fieldPathElements.find(({ fieldName }) =>
      /^(?:mutate_)?operations$/.test(fieldName),
    )?.index;
    if (index === undefined || byOperation.has(index)) continue;
    byOperation.set(index, rowErrorOf(error));
  }
  return byOperation;
}

/** The error of a call with a single operation: the platform need not say which one it means. */
export function errorOfOne({ details, message }: Status): RowError {
  const [error] = details.flatMap(({ errors }) => errors);
  return error ? rowErrorOf(error) : { code: 'UNKNOWN', message };
}

function rowErrorOf(error: AdsError): RowError {
  const { family, name } = codeOf(error);
  return { family, code: name ?? 'UNKNOWN', message: wordsOf(error) };
}

/** A code is an object with one entry: the family it belongs to and its name in it. */
function codeOf(error: AdsError | undefined): { family?: string; name?: string } {
  const [entry] = Object.entries(error?.errorCode ?? {});
  return entry ? { family: entry[0], name: entry[1] } : {};
}

function wordsOf(error: AdsError | undefined): string {
  const topics = error?.details?.policyFindingDetails?.policyTopicEntries.map(({ topic }) => topic) ?? [];
  return `${error?.message ?? ''}${topics.length > 0 ? ` (policy: ${topics.join(', ')})` : ''}`;
}

/** The field by its whole path, `mutate_operations.0.campaign_operation.create.name`; the request maps it to an argument. */
function problemOf(error: AdsError): Problem[] {
  const path = error.location?.fieldPathElements ?? [];
  const field = path.flatMap(({ fieldName, index }) => (index === undefined ? [fieldName] : [fieldName, index]));
  return path.length === 0 ? [] : [{ field: field.join('.'), message: wordsOf(error) }];
}

/** Fields that Google's front end could not parse; it writes paths as `mutate_operations[0].campaign_operation.create.name`. */
function violationsIn(said: Status | undefined): Problem[] {
  return (said?.details ?? []).flatMap(({ fieldViolations }) =>
    fieldViolations.map(({ field, description }) => ({
      field: field.replace(/\[(\d+)\]/g, '.$1'),
      message: description,
    })),
  );
}

/** `1.5s`, as the platform writes lengths of time. */
function durationMs(text: string | undefined): number | undefined {
  const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(text ?? '')?.[1]);
  return Number.isFinite(seconds) ? Math.ceil(seconds * 1000) : undefined;
}
