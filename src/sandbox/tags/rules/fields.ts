import { isObject } from '../../json.ts';
import { badRequest } from '../errors.ts';
import type { Doc, EntityKey } from '../state/shapes.ts';

/** What a field holds, by which a body is checked as the platform's JSON reader does. */
type Value =
  | 'text'
  | 'boolean'
  | 'int64'
  | 'int32'
  | { choices: readonly string[] }
  | { list: Value }
  | { message: () => Fields };
/** `output` is filled in by the platform: what a caller sends there is passed over. */
type Field = Value | 'output';
export type Fields = Readonly<Record<string, Field>>;

const choices = (text: string): Value => ({ choices: text.split(' ') });
const list = (of: Value): Value => ({ list: of });
const TEXTS = list('text');

const output = (names: string): Fields => Object.fromEntries(names.split(' ').map((name) => [name, 'output']));
const PLACE = output('path accountId containerId fingerprint tagManagerUrl');
const IN_WORKSPACE: Fields = { ...PLACE, ...output('workspaceId') };

const PARAMETER: Value = {
  message: () => ({
    type: choices('template integer boolean list map triggerReference tagReference'),
    key: 'text',
    value: 'text',
    list: list(PARAMETER),
    map: list(PARAMETER),
    isWeakReference: 'boolean',
  }),
};
const PARAMETERS = list(PARAMETER);

const CONDITIONS = list({
  message: () => ({
    type: choices(
      'equals contains startsWith endsWith matchRegex greater greaterOrEquals less lessOrEquals cssSelector urlMatches',
    ),
    parameter: PARAMETERS,
  }),
});

const TRIGGER_TYPES = choices(
  'pageview domReady windowLoaded init consentInit customEvent click linkClick formSubmission historyChange jsError scrollDepth elementVisibility youTubeVideo timer triggerGroup always serverPageview ampClick ampTimer ampScroll ampVisibility firebaseAppException firebaseAppUpdate firebaseCampaign firebaseFirstOpen firebaseInAppPurchase firebaseNotificationDismiss firebaseNotificationForeground firebaseNotificationOpen firebaseNotificationReceive firebaseOsUpdate firebaseSessionStart firebaseUserEngagement',
);

const SINGLE_PARAMETERS =
  'waitForTags waitForTagsTimeout checkValidation uniqueTriggerId eventName interval limit intervalSeconds maxTimerLengthSeconds selector visibilitySelector visiblePercentageMin visiblePercentageMax continuousTimeMinMilliseconds totalTimeMinMilliseconds verticalScrollPercentageList horizontalScrollPercentageList';

const NAMED: Fields = { ...IN_WORKSPACE, name: 'text', notes: 'text', parentFolderId: 'text' };
const TEMPLATED: Fields = { ...NAMED, type: 'text', parameter: PARAMETERS };
const SCHEDULED: Fields = { scheduleStartMs: 'int64', scheduleEndMs: 'int64' };

/** What can be written; what the platform itself fills in may come along and is passed over. */
export const ENTITY_FIELDS: Readonly<Record<Exclude<EntityKey, 'builtInVariable'>, Fields>> = {
  tag: {
    ...TEMPLATED,
    tagId: 'output',
    ...SCHEDULED,
    firingTriggerId: TEXTS,
    blockingTriggerId: TEXTS,
    tagFiringOption: choices('unlimited oncePerEvent oncePerLoad'),
    paused: 'boolean',
    liveOnly: 'boolean',
    priority: PARAMETER,
    setupTag: list({ message: () => ({ tagName: 'text', stopOnSetupFailure: 'boolean' }) }),
    teardownTag: list({ message: () => ({ tagName: 'text', stopTeardownOnFailure: 'boolean' }) }),
    consentSettings: {
      message: () => ({ consentStatus: choices('notSet notNeeded needed'), consentType: PARAMETER }),
    },
    monitoringMetadata: PARAMETER,
    monitoringMetadataTagNameKey: 'text',
  },
  trigger: {
    ...NAMED,
    triggerId: 'output',
    type: TRIGGER_TYPES,
    parameter: PARAMETERS,
    filter: CONDITIONS,
    autoEventFilter: CONDITIONS,
    customEventFilter: CONDITIONS,
    ...Object.fromEntries(SINGLE_PARAMETERS.split(' ').map((name) => [name, PARAMETER])),
  },
  variable: {
    ...TEMPLATED,
    variableId: 'output',
    ...SCHEDULED,
    enablingTriggerId: TEXTS,
    disablingTriggerId: TEXTS,
    formatValue: {
      message: () => ({
        caseConversionType: choices('none lowercase uppercase'),
        convertNullToValue: PARAMETER,
        convertUndefinedToValue: PARAMETER,
        convertTrueToValue: PARAMETER,
        convertFalseToValue: PARAMETER,
        convertToNumber: 'boolean',
        convertToBoolean: 'boolean',
      }),
    },
  },
  folder: { ...IN_WORKSPACE, folderId: 'output', name: 'text', notes: 'text' },
  customTemplate: {
    ...IN_WORKSPACE,
    templateId: 'output',
    name: 'text',
    templateData: 'text',
    galleryReference: {
      message: () => ({
        host: 'text',
        owner: 'text',
        repository: 'text',
        version: 'text',
        signature: 'text',
        isModified: 'boolean',
        galleryTemplateId: 'text',
        templateDeveloperId: 'text',
      }),
    },
  },
  zone: {
    ...IN_WORKSPACE,
    zoneId: 'output',
    name: 'text',
    notes: 'text',
    boundary: { message: () => ({ condition: CONDITIONS, customEvaluationTriggerId: TEXTS }) },
    childContainer: list({ message: () => ({ publicId: 'text', nickname: 'text' }) }),
    typeRestriction: { message: () => ({ enable: 'boolean', whitelistedTypeId: TEXTS }) },
  },
  client: { ...TEMPLATED, clientId: 'output', priority: 'int32' },
  transformation: { ...TEMPLATED, transformationId: 'output' },
  gtagConfig: { ...IN_WORKSPACE, gtagConfigId: 'output', type: 'text', parameter: PARAMETERS },
};

export const ACCOUNT_FIELDS: Fields = {
  ...PLACE,
  features: 'output',
  name: 'text',
  shareData: 'boolean',
};

export const CONTAINER_FIELDS: Fields = {
  ...PLACE,
  ...output('publicId tagIds features'),
  name: 'text',
  notes: 'text',
  domainName: TEXTS,
  taggingServerUrls: TEXTS,
  usageContext: list(choices('web android ios androidSdk5 iosSdk5 amp server')),
};

export const WORKSPACE_FIELDS: Fields = { ...IN_WORKSPACE, name: 'text', description: 'text' };

export const VERSION_FIELDS: Fields = {
  ...PLACE,
  ...output(
    'containerVersionId deleted container tag trigger variable builtInVariable folder customTemplate zone client transformation gtagConfig',
  ),
  name: 'text',
  description: 'text',
};

export const VERSION_OPTIONS: Fields = { name: 'text', notes: 'text' };

export const ENVIRONMENT_FIELDS: Fields = {
  ...PLACE,
  ...output('environmentId authorizationCode authorizationTimestamp'),
  name: 'text',
  description: 'text',
  url: 'text',
  enableDebug: 'boolean',
  type: choices('user live latest workspace'),
  containerVersionId: 'text',
  workspaceId: 'text',
};

export const PERMISSION_FIELDS: Fields = {
  ...output('path accountId'),
  emailAddress: 'text',
  accountAccess: { message: () => ({ permission: choices('noAccess user admin') }) },
  containerAccess: list({
    message: () => ({ containerId: 'text', permission: choices('noAccess read edit approve publish') }),
  }),
};

/** The fields of a body that can be written. A name that no field has is refused, as is a value of the wrong kind. */
export function cleanBody(body: Doc, fields: Fields, at: string): Doc {
  const kept: Doc = {};
  for (const [name, value] of Object.entries(body)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) {
      throw badRequest(`Invalid JSON payload received. Unknown name "${name}" at '${at}': Cannot find field.`);
    }
    if (value !== null && field !== 'output') kept[name] = cleanValue(value, field, `${at}.${name}`);
  }
  return kept;
}

/** Messages inside messages, as far as the platform's JSON reader follows them. */
const DEPTH_MAX = 100;

const INT64 = /^-?\d{1,19}$/;

function cleanValue(value: unknown, field: Value, at: string): unknown {
  if (field === 'text') return typeof value === 'string' ? value : refuse(value, 'TYPE_STRING', at);
  if (field === 'boolean') return typeof value === 'boolean' ? value : refuse(value, 'TYPE_BOOL', at);
  if (field === 'int64') return INT64.test(String(value)) ? String(value) : refuse(value, 'TYPE_INT64', at);
  if (field === 'int32') return Number.isInteger(value) ? value : refuse(value, 'TYPE_INT32', at);
  if ('choices' in field) {
    return field.choices.includes(value as string) ? value : refuse(value, 'TYPE_ENUM', at);
  }
  if ('list' in field) {
    if (!Array.isArray(value)) return refuse(value, 'TYPE_MESSAGE', at);
    return value.map((each, index) => cleanValue(each, field.list, `${at}[${index}]`));
  }
  if (!isObject(value)) return refuse(value, 'TYPE_MESSAGE', at);
  if (at.split('.').length > DEPTH_MAX) throw badRequest('Message too deep. Max recursion depth reached.');
  return cleanBody(value, field.message(), at);
}

function refuse(value: unknown, type: string, at: string): never {
  throw badRequest(`Invalid value at '${at}' (${type}), ${JSON.stringify(value)}`);
}
