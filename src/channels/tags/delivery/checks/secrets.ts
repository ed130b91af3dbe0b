import { asNamed, quoted } from '../../resources/objects/container-view.ts';
import type { Parameter, Tag, Template, Trigger, Variable } from '../../wire.ts';
import type { AuditFinding } from './finding.ts';

/** Every visitor of the website can read its container. `isCertain`: no other text looks like this secret. */
interface Shape {
  words: string;
  pattern: string;
  isCertain: boolean;
}

/** Every pattern is bounded and begins with fixed characters, so that one pass over a text takes time by its length alone. */
const SHAPES: readonly Shape[] = [
  { words: 'a private key', pattern: '-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----', isCertain: true },
  {
    words: 'a secret key of a payment service',
    pattern: String.raw`\b(?:sk|rk)_live_[A-Za-z0-9]{10,200}`,
    isCertain: true,
  },
  { words: 'an access token of Google', pattern: String.raw`\bya29\.[\w-]{20,500}`, isCertain: true },
  { words: 'a refresh token of Google', pattern: String.raw`\b1//0[\w-]{20,200}`, isCertain: true },
  { words: 'a client secret of Google', pattern: String.raw`\bGOCSPX-[\w-]{20,60}`, isCertain: true },
  { words: 'an access token of Meta', pattern: String.raw`\bEAA[A-Za-z0-9]{30,500}`, isCertain: true },
  { words: 'an access key of AWS', pattern: String.raw`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`, isCertain: true },
  {
    words: 'a token of GitHub',
    pattern: String.raw`\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{30,100})`,
    isCertain: true,
  },
  { words: 'a token of Slack', pattern: String.raw`\bxox[abeprs]-[\w-]{10,200}`, isCertain: true },
  {
    words: 'a webhook of Slack',
    pattern: String.raw`hooks\.slack\.com/services/T\w{5,20}/B\w{5,20}/\w{10,50}`,
    isCertain: true,
  },
  { words: 'a key of SendGrid', pattern: String.raw`\bSG\.[\w-]{16,32}\.[\w-]{32,64}`, isCertain: true },
  { words: 'a key of Mailchimp', pattern: String.raw`\b[0-9a-f]{32}-us\d{1,2}\b`, isCertain: true },
  { words: 'a token of Shopify', pattern: String.raw`\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}`, isCertain: true },
  {
    words: 'a token of HubSpot',
    pattern: String.raw`\bpat-[a-z]{2}\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{12,30}`,
    isCertain: true,
  },
  {
    words: 'a key of an AI service',
    pattern: String.raw`\bsk-(?:[A-Za-z0-9]{32,200}|(?:proj|ant)-[\w-]{32,200})`,
    isCertain: true,
  },
  { words: 'a token of LinkedIn', pattern: String.raw`\bAQ[A-Z][\w-]{150,500}`, isCertain: true },
  {
    words: 'a signed token (JWT)',
    pattern: String.raw`\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,2000}\.[\w-]{20,1000}`,
    isCertain: true,
  },
  { words: 'a bearer token', pattern: String.raw`\bBearer [\w.~+/-]{20,500}`, isCertain: true },
  {
    words: 'a user name with its password',
    pattern: String.raw`\bhttps?://[^\s/:@"'<>]{1,100}:[^\s/:@"'<>]{3,100}@[\w.-]{3,100}`,
    isCertain: true,
  },
  { words: 'a key of a Google interface', pattern: String.raw`\bAIza[\w-]{35}(?![\w-])`, isCertain: false },
];

/** A name that says so, and a value in quotes beside it. */
const NAMED =
  /\b(?:(?<strong>pass(?:word|wd|phrase)|(?:client|api|app|shared)?[_-]?secret(?:[_-]?key)?|private[_-]?key|access[_-]?token|auth[_-]?token|refresh[_-]?token)|(?<weak>api[_-]?key))["']?\s{0,5}[:=]\s{0,5}["'](?<value>[^"'\s{}<>]{8,200})["']/gi;

const ANY = new RegExp(SHAPES.map(({ pattern }, at) => `(?<s${at}>${pattern})`).join('|'), 'g');
const ONE = new RegExp(ANY.source);

/** Texts are read in pieces; one that is cut by an end is whole in the next piece. */
const PIECE = 64 * 1024;
const OVERLAP = 2048;

interface Found {
  words: string;
  isCertain: boolean;
}

/** The kinds of secrets in a text, never the secrets. May be interrupted after each piece. */
export function* secretsIn(text: string): Generator<void, Found[]> {
  const found = new Map<string, Found>();
  const add = (one: Found) => found.set(one.words, one);
  for (let start = 0; start < text.length; start += PIECE) {
    const piece = text.slice(start, start + PIECE + OVERLAP);
    for (const { groups = {} } of piece.matchAll(ANY)) {
      const at = Object.keys(groups).find((name) => groups[name] !== undefined);
      const { words, isCertain } = SHAPES[Number(at?.slice(1))]!;
      add({ words, isCertain });
    }
    yield;
    for (const { groups } of piece.matchAll(NAMED)) {
      const value = groups?.value ?? '';
      if (!isRandom(value) || ONE.test(value)) continue;
      if (groups?.strong) add({ words: 'a password or secret', isCertain: true });
      else add({ words: 'an API key', isCertain: false });
    }
    yield;
  }
  return [...found.values()];
}

/** Letters and digits mixed, and no word that stands for a value still to come. */
function isRandom(value: string): boolean {
  return (
    /\d/.test(value) && /[a-z]/i.test(value) && !/your|example|placeholder|xxxx|\*\*\*|^https?:|^\/|\.js\b/i.test(value)
  );
}

/** Names of constants and parameters that announce a secret. */
const SECRET_NAME = /pass(word|phrase)|secret|private.?key|(access|auth|refresh|api).?token/i;
const RANDOM_CHARACTERS_MIN = 16;

function announced(name: string, value: string): Found[] {
  const isOne =
    SECRET_NAME.test(name) && value.length >= RANDOM_CHARACTERS_MIN && /^[\w.~+/=-]+$/.test(value) && isRandom(value);
  return isOne ? [{ words: 'a password or secret', isCertain: true }] : [];
}

/** Secrets in one object. The answer names the place and the kind only. */
export function* secretsOf(object: Tag | Trigger | Variable | Template): Generator<void, AuditFinding[]> {
  const named =
    'templateId' in object
      ? { kind: 'template', id: String(object.templateId), name: object.name }
      : asNamed(object as Tag);
  const byWords = new Map<string, { isCertain: boolean; places: Set<string> }>();
  for (const { place, key, text } of textsOf(object)) {
    const found = yield* secretsIn(text);
    const isConstant = 'variableId' in object && (object as Variable).type === 'c';
    const told = found.length > 0 ? found : announced(isConstant ? `${object.name} ${key}` : key, text);
    for (const { words, isCertain } of told) {
      const known = byWords.get(words) ?? { isCertain, places: new Set() };
      known.places.add(place);
      byWords.set(words, known);
    }
  }
  return [...byWords].map(([words, { isCertain, places }]) => ({
    severity: isCertain ? 'high' : 'medium',
    kind: 'secret',
    what: `${isCertain ? 'There is' : 'There may be'} ${words} in plain text in ${[...places].join(' and ')} of the ${named.kind} ${quoted(named)}.`,
    objects: [named],
    mend: 'Whoever opens the website can read it: have it replaced where it was given out, then take it out of here.',
  }));
}

interface Place {
  place: string;
  key: string;
  text: string;
}

function* textsOf(object: Tag | Trigger | Variable | Template): Generator<Place> {
  if (object.notes) yield { place: 'the notes', key: '', text: object.notes };
  if ('templateData' in object) {
    if (typeof object.templateData === 'string') yield { place: 'the code', key: '', text: object.templateData };
    return;
  }
  yield* textsIn((object as Tag).parameter ?? []);
}

function* textsIn(parameters: readonly Parameter[], above = ''): Generator<Place> {
  for (const { key = '', value, list = [], map = [] } of parameters) {
    const name = above || key;
    if (value) yield { place: `the parameter ${name || 'value'}`, key: key || above, text: value };
    yield* textsIn(list, name);
    yield* textsIn(map, name);
  }
}
