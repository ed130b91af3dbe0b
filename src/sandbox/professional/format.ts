export type UrnKind =
  | 'sponsoredAccount'
  | 'sponsoredCampaignGroup'
  | 'sponsoredCampaign'
  | 'sponsoredCreative'
  | 'organization'
  | 'person'
  | 'share'
  | 'image'
  | 'document'
  | 'video'
  | 'adForm'
  | 'leadGenForm'
  | 'leadGenFormResponse'
  | 'adInMailContent'
  | 'sponsoredConversation'
  | 'sponsoredMessageContent'
  | 'adSegment';

export function urn(kind: UrnKind, id: string | number): string {
  return `urn:li:${kind}:${id}`;
}

/** The id in a well-formed URN of that kind; undefined for anything else. */
export function idIn(kind: UrnKind, text: unknown): string | undefined {
  const prefix = `urn:li:${kind}:`;
  return isUrn(text) && text.startsWith(prefix) ? text.slice(prefix.length) : undefined;
}

/** Kinds whose ids are numbers. */
const NUMBERED =
  /^(sponsored\w+|organization|share|ugcPost|event|adInMailContent|adForm|leadGenForm|adSegment|llaPartnerConversion)$/;

/** Conversions are the one thing in another namespace. */
export function conversionUrn(id: string): string {
  return `urn:lla:llaPartnerConversion:${id}`;
}

export function conversionIdIn(text: unknown): string | undefined {
  return /^urn:lla:llaPartnerConversion:(\d+)$/.exec(String(text))?.[1];
}

export function isUrn(text: unknown): text is string {
  const [, kind = '', id = ''] = /^urn:(?:li|lla):(\w+):(\S+)$/.exec(String(text)) ?? [];
  return id !== '' && (!NUMBERED.test(kind) || /^\d{1,19}$/.test(id));
}

/** A version of a form: `urn:li:versionedLeadGenForm:(urn:li:leadGenForm:3162,2)`. */
export function versionedForm(id: string, version: number): string {
  return `urn:li:versionedLeadGenForm:(${urn('leadGenForm', id)},${version})`;
}

export function versionedFormIn(text: unknown): { id: string; version: number } | undefined {
  const [, id, version] = /^urn:li:versionedLeadGenForm:\(urn:li:leadGenForm:(\d+),(\d+)\)$/.exec(String(text)) ?? [];
  return id === undefined ? undefined : { id, version: Number(version) };
}

/** Hundredths of a currency's major unit, from decimal text; undefined when it is no plain decimal. */
export function hundredths(amount: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(amount) ? Math.round(Number(amount) * 100) : undefined;
}
