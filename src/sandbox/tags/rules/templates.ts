import { badRequest, unexplained } from '../errors.ts';
import type { Content, Doc, Entity } from '../state/shapes.ts';

/** The parameters that a template insists on. Unknown keys are kept in silence and do nothing. */
const TAGS: Readonly<Record<string, readonly string[]>> = {
  googtag: ['tagId'],
  gaawe: ['eventName'],
  awct: ['conversionId', 'conversionLabel'],
  sp: ['conversionId'],
  gclidw: [],
  html: ['html'],
  img: ['url'],
  flc: ['advertiserId', 'groupTag', 'activityTag', 'ordinalType'],
  fls: ['advertiserId', 'groupTag', 'activityTag', 'revenue', 'orderId'],
};

const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  c: ['value'],
  v: ['name'],
  jsm: ['javascript'],
  j: ['name'],
  k: ['name'],
  u: [],
  f: [],
  d: ['elementId'],
  aev: ['varType'],
  smm: ['input', 'map'],
  remm: ['input', 'map'],
  gtes: [],
  awec: [],
};

/** Templates whose parameters are not documented, and which therefore take any. */
const OTHERS =
  'ua gaawc baut bzi pntr hjtc qpx crto asp mf twitter_website_tag sgtmgaaw sgtmadsct sgtmadsremarket sgtmadscl gtcs gas e r t dbg ctv cid hid vis ev uv fs ed awud';

export function checkTag(tag: Entity, content: Content): void {
  const required = requiredKeys(tag, TAGS, content);
  for (const key of required) demand(tag, key);
  if (tag.type === 'gaawe') checkMeasurementId(tag, content);
}

export function checkVariable(variable: Entity, content: Content): void {
  for (const key of requiredKeys(variable, VARIABLES, content)) demand(variable, key);
}

function requiredKeys(
  entity: Entity,
  table: Readonly<Record<string, readonly string[]>>,
  content: Content,
): readonly string[] {
  const type = entity.type ?? '';
  if (Object.hasOwn(table, type)) return table[type]!;
  if (type.startsWith('cvt_') ? isTemplate(type, content) : OTHERS.split(' ').includes(type)) return [];
  throw unexplained();
}

/** `cvt_{galleryTemplateId}` or `cvt_{containerId}_{templateId}` of a template in the workspace. */
function isTemplate(type: string, content: Content): boolean {
  return content.customTemplate.some((template) => templateTypes(template).includes(type));
}

/** The types by which tags and variables name a template. */
export function templateTypes(template: Entity): string[] {
  const gallery = (template.galleryReference as Doc | undefined)?.galleryTemplateId;
  const own = `cvt_${template.containerId}_${template.templateId}`;
  return gallery === undefined ? [own] : [`cvt_${gallery}`, own];
}

/** A literal in `measurementId`, which wants the name of a Google tag, is answered with the other key. */
function checkMeasurementId(tag: Entity, content: Content): void {
  if (filledIn(tag, 'measurementIdOverride')) return;
  const reference = parametersOf(tag).find(({ key }) => key === 'measurementId');
  const named =
    reference?.type === 'tagReference' &&
    content.tag.some(({ type, name }) => name === reference.value && (type === 'googtag' || type === 'gaawc'));
  if (!named) throw mustNotBeEmpty('measurementIdOverride');
}

function demand(entity: Entity, key: string): void {
  if (!filledIn(entity, key)) throw mustNotBeEmpty(key);
}

function mustNotBeEmpty(key: string) {
  return badRequest(`vendorTemplate.parameter.${key}: The value must not be empty.`);
}

function filledIn(entity: Entity, key: string): unknown {
  const found = parametersOf(entity).find((parameter) => parameter.key === key);
  const { value, list, map } = found ?? {};
  return value || (Array.isArray(list) && list.length > 0) || (Array.isArray(map) && map.length > 0);
}

function parametersOf(entity: Entity): Doc[] {
  return (entity.parameter ?? []) as Doc[];
}
