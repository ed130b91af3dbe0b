import type { Complaints, Operation } from '../mutate/session.ts';
import type { Doc, Value } from '../state.ts';
import { displayWidth } from './checks.ts';

export interface TextRule {
  field: string;
  min: number;
  max: number;
  length: number;
  /** Where a text can be pinned: `HEADLINE_1` and so on. */
  slots: readonly string[];
  /** How many of these places, from the first, must be left with a text. */
  filled: number;
}

export interface TextContext {
  complaints: Complaints;
  operation: Operation;
  /** The account's time: a countdown must end after it. */
  now: string;
}

export function checkTexts(value: Value, rule: TextRule, at: string, context: TextContext): void {
  const { complaints } = context;
  const texts = (Array.isArray(value) ? value : []) as Doc[];
  if (texts.length < rule.min) complaints.add('collectionSizeError.TOO_FEW', `At least ${rule.min} are needed.`, at);
  if (texts.length > rule.max) complaints.add('collectionSizeError.TOO_MANY', `At most ${rule.max} are allowed.`, at);
  const seen = new Set<string>();
  for (const [i, { text, pinned_field: pin }] of texts.entries()) {
    checkText(text, rule.length, `${at}[${i}].text`, context);
    if (seen.has(String(text)))
      complaints.add('distinctError.DUPLICATE_ELEMENT', 'The text is already used in this ad.', `${at}[${i}].text`, {
        trigger: String(text),
      });
    seen.add(String(text));
    if (pin !== undefined && !rule.slots.includes(String(pin)))
      complaints.add('assetLinkError.INVALID_PINNED_FIELD', 'It cannot be pinned there.', `${at}[${i}].pinned_field`);
  }
  if (texts.length >= rule.min) checkPins(texts, rule, at, complaints);
}

/** Every place that is always shown must be left with a text: one that is pinned there, or one that is free. */
function checkPins(texts: readonly Doc[], { slots, filled }: TextRule, at: string, complaints: Complaints): void {
  const free = texts.filter(({ pinned_field: pin }) => pin === undefined).length;
  const empty = slots.slice(0, filled).filter((slot) => !texts.some(({ pinned_field: pin }) => pin === slot));
  if (empty.length > free)
    complaints.add(
      'assetLinkError.NOT_ENOUGH_AVAILABLE_ASSET_LINKS_FOR_VALID_COMBINATION',
      `Nothing is left for ${empty.join(', ')}.`,
      at,
    );
}

/** One text, as wide as it will be shown: a tag counts with the text that stands in for it. */
export function checkText(text: Value, max: number, at: string, context: TextContext): void {
  const { complaints, operation } = context;
  if (typeof text !== 'string' || text.trim() === '') {
    complaints.add('stringLengthError.EMPTY', 'Cannot be empty.', at);
    return;
  }
  if (displayWidth(text.replace(TAG, shownInstead)) > max)
    complaints.add('adError.LINE_TOO_WIDE', `Too wide: at most ${max} characters.`, at, { trigger: text });
  checkTags(text, at, context);
  checkPolicy(text, complaints, at, operation);
}

const TAG = /\{([^{}]*)\}/g;
const KNOWN_TAGS = /^(keyword|customizer|countdown|global_countdown|location|if)\b/i;

function shownInstead(_: string, inside: string): string {
  const [name = '', fallback = ''] = inside.split(/:(.*)/s);
  return /^(keyword|customizer\..*|location\(.*\))$/i.test(name) ? fallback : '';
}

function checkTags(text: string, at: string, { complaints, now }: TextContext): void {
  const fail = (code: string, message: string) => complaints.add(`adError.${code}`, message, at, { trigger: text });
  if (/[{}]/.test(text.replace(TAG, ''))) fail('UNPAIRED_BRACE_IN_AD_CUSTOMIZER_TAG', 'A brace has no other half.');
  for (const [, inside = ''] of text.matchAll(TAG)) {
    if (!KNOWN_TAGS.test(inside)) fail('UNRECOGNIZED_AD_CUSTOMIZER_TAG_FOUND', 'The tag is not known.');
    const until = /^(?:global_)?countdown\(\s*["']?(\d{4})\W(\d\d)\W(\d\d) (\d\d:\d\d:\d\d)/i.exec(inside);
    if (until && `${until[1]}-${until[2]}-${until[3]} ${until[4]}` <= now)
      fail('DATE_TIME_IN_COUNTDOWN_TAG_IS_PAST', 'The countdown is over.');
  }
}

const TOPIC = 'PUNCTUATION_AND_SYMBOLS';

/** One editorial policy: excessive capitals and punctuation. */
function checkPolicy(text: string, complaints: Complaints, at: string, { exempt }: Operation): void {
  if (!/!!|\?\?|\$\$/.test(text) || exempt.includes(TOPIC)) return;
  complaints.add(
    'policyFindingError.POLICY_FINDING',
    'The resource has been disapproved since the policy summary includes policy topics of type PROHIBITED.',
    at,
    {
      trigger: text,
      details: {
        policyFindingDetails: {
          policyTopicEntries: [{ topic: TOPIC, type: 'PROHIBITED', evidences: [{ textList: { texts: [text] } }] }],
        },
      },
    },
  );
}
