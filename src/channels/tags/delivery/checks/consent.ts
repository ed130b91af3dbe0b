import { CONSENT_INITIALIZATION } from '../../resources/objects/built-ins.ts';
import { asNamed, quoted, type View } from '../../resources/objects/container-view.ts';
import { plainOf } from '../../resources/objects/parameters.ts';
import { AD_CONSENT } from '../../resources/objects/tag-fields.ts';
import type { Tag } from '../../wire.ts';
import type { AuditFinding } from './finding.ts';
import { updateTag } from './firing.ts';

/** Templates that serve ads and ask for consent by themselves, where consent mode is set up. */
const GOOGLE_ADS = ['awct', 'sp', 'flc', 'fls'];

/** Functions and hosts that the codes of ad platforms are known by. */
const AD_CODE =
  /\b(?:fbq|ttq|lintrk|twq|snaptr|pintrk|rdt|uetq|obApi|_tfa|criteo_q)\b|_linkedin_partner_id|\b(?:connect\.facebook\.net|facebook\.com\/tr|analytics\.tiktok\.com|snap\.licdn\.com|px\.ads\.linkedin\.com|static\.ads-twitter\.com|sc-static\.net|s\.pinimg\.com|ct\.pinterest\.com|bat\.bing\.com|googleadservices\.com|doubleclick\.net|amplify\.outbrain\.com|cdn\.taboola\.com|static\.criteo\.net|redditstatic\.com\/ads)|\bAW-\d{6,20}\b/;
const AD_TEMPLATE =
  /facebook|meta pixel|conversions? api|tiktok|linkedin|pinterest|snap(chat)?\b|twitter|reddit|taboola|outbrain|criteo|microsoft ads|bing ads|\buet\b/i;

/** Tags that serve ads and say nothing about consent. `hasConsentMode`: Google's own tags are held back by that. */
export function consentFindings(tag: Tag, view: View, hasConsentMode: boolean): AuditFinding[] {
  const status = tag.consentSettings?.consentStatus ?? 'notSet';
  if (status !== 'notSet') return [];
  const isGoogle = GOOGLE_ADS.includes(tag.type);
  if (isGoogle ? hasConsentMode : !servesAds(tag, view)) return [];
  const why = isGoogle
    ? "no tag of the container sets up Google's consent mode, which would hold it back"
    : 'it fires whether or not a visitor agreed to ads';
  return [
    {
      severity: isGoogle ? 'low' : 'high',
      kind: 'missing_consent',
      what: `The advertising tag ${quoted(tag)} asks for no consent: ${why}.`,
      objects: [asNamed(tag)],
      mend: updateTag(tag, { consent: { status: 'needed', types: AD_CONSENT } }),
    },
  ];
}

const CONSENT_CODE = /gtag\s{0,5}\(\s{0,5}['"]consent['"]|setDefaultConsentState/;

/** Whether a tag tells the others what a visitor agreed to. */
export function setsConsent({ paused, type, parameter, firingTriggerId }: Tag, { names }: View): boolean {
  if (paused) return false;
  const isFirst = firingTriggerId.some(
    (id) => id === CONSENT_INITIALIZATION || names.triggerOf(id)?.type === 'consentInit',
  );
  return isFirst || (type === 'html' && CONSENT_CODE.test(String(plainOf(parameter).html ?? '')));
}

function servesAds({ type, parameter }: Tag, { names }: View): boolean {
  const { html = '', url = '' } = plainOf(parameter);
  if (type === 'html') return AD_CODE.test(String(html));
  if (type === 'img') return AD_CODE.test(String(url));
  return AD_TEMPLATE.test(names.templateOf(type)?.name ?? '');
}
