import { plainOf } from '../resources/parameters.ts';
import type { Tag } from '../wire.ts';
import type { AuditFinding } from './finding.ts';
import { updateTag } from './firing.ts';
import { asNamed, quoted, type View } from './view.ts';

/** Templates that serve ads and ask for consent by themselves, where consent mode is set up. */
const GOOGLE_ADS = ['awct', 'sp', 'flc', 'fls'];

/** Functions and hosts that the codes of ad platforms are known by. */
const AD_CODE =
  /\b(?:fbq|ttq|lintrk|twq|snaptr|pintrk|rdt|uetq|obApi|_tfa|criteo_q)\b|_linkedin_partner_id|\b(?:connect\.facebook\.net|facebook\.com\/tr|analytics\.tiktok\.com|snap\.licdn\.com|px\.ads\.linkedin\.com|static\.ads-twitter\.com|sc-static\.net|s\.pinimg\.com|ct\.pinterest\.com|bat\.bing\.com|googleadservices\.com|doubleclick\.net|amplify\.outbrain\.com|cdn\.taboola\.com|static\.criteo\.net|redditstatic\.com\/ads)|\bAW-\d{6,20}\b/;
const AD_TEMPLATE =
  /facebook|meta pixel|conversions? api|tiktok|linkedin|pinterest|snap(chat)?\b|twitter|reddit|taboola|outbrain|criteo|microsoft ads|bing ads|\buet\b/i;

/** What people have to have agreed to before ads may use their data. */
export const AD_CONSENT = ['ad_storage', 'ad_user_data', 'ad_personalization'];

/** Tags that serve ads and say nothing about consent. */
export function consentFindings(tag: Tag, view: View): AuditFinding[] {
  const status = tag.consentSettings?.consentStatus ?? 'notSet';
  if (status !== 'notSet') return [];
  const isGoogle = GOOGLE_ADS.includes(tag.type);
  if (!isGoogle && !servesAds(tag, view)) return [];
  const why = isGoogle
    ? "only Google's own consent mode holds it back, where the website has that"
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

function servesAds({ type, parameter }: Tag, { names }: View): boolean {
  const { html = '', url = '' } = plainOf(parameter);
  if (type === 'html') return AD_CODE.test(String(html));
  if (type === 'img') return AD_CODE.test(String(url));
  return AD_TEMPLATE.test(names.templateOf(type)?.name ?? '');
}
