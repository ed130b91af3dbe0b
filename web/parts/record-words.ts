type Detail = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const withNote = (words: string) => (detail: Detail) => (text(detail.note) ? `${words}: ${text(detail.note)}` : words);

/** What was recorded of plans, of the rules for them and of spend limits, by action. */
const WORDS: Readonly<Record<string, (detail: Detail) => string>> = {
  'plan.make': ({ tool }) => `planned ${text(tool)}`,
  'plan.waiting': () => 'waits for a person',
  'plan.approve': ({ approvals }) => (approvals === 1 ? 'approved' : `approved, ${Number(approvals)} people so far`),
  'plan.take_back': () => 'took the yes back',
  'plan.anew': () => 'had it planned anew',
  'plan.approved': () => 'goes on later',
  'plan.planned': () => 'goes on later',
  'plan.applying': () => 'began to apply it',
  'plan.applied': withNote('applied'),
  'plan.failed': withNote('not applied'),
  'plan.unknown': withNote('sent, outcome unknown'),
  'plan.stale': withNote('stale'),
  'plan.rejected': (detail) => (text(detail.note) ? `rejected: “${text(detail.note)}”` : 'rejected'),
  'plan.expired': () => 'lapsed undecided',
  'plan.withdrawn': () => 'taken back',
  'key.personal_data': ({ personal_data }) => `${personal_data ? 'may' : 'may no longer'} see personal data`,
  'key.custom_html': ({ custom_html }) => `${custom_html ? 'may' : 'may no longer'} write custom HTML`,
  'leads.read': (detail) => `read what people wrote: ${leadCounts(detail)}`,
  'leads.address': ({ channel }) => `made the address for leads pushed by ${text(channel)}`,
  'person.erase': ({ leads }) => `erased ${Number(leads)} ${leads === 1 ? 'lead' : 'leads'} of a person`,
  'policy.set': policyWords,
  'leads.show': ({ lead, reason }) => `was shown the person of lead ${text(lead)}: “${text(reason)}”`,
  'spend_limit.set': limitWords,
  'spend_limit.remove': limitWords,
};

/** `12 social, 3 search`. */
const leadCounts = (detail: Detail) =>
  Object.entries(detail)
    .map(([channel, count]) => `${Number(count)} ${channel}`)
    .join(', ');

/** An entry in plain words; undefined for entries that its fields tell best. */
export const recordWords = (action: string, detail: Detail | null): string | undefined => WORDS[action]?.(detail ?? {});

interface Policy {
  rules?: Readonly<Record<string, string>>;
  four_eyes?: boolean;
  two?: readonly string[];
}

/** What differs: `raise: approve (was auto), four eyes on`. */
function policyWords({ from, to, key }: Detail): string {
  const [before, after] = [(from ?? {}) as Policy, (to ?? {}) as Policy];
  const rules = Object.entries(after.rules ?? {}).flatMap(([name, rule]) => {
    const was = before.rules?.[name];
    return was === rule ? [] : [`${name}: ${rule}${was ? ` (was ${was})` : ''}`];
  });
  const eyes = after.four_eyes === before.four_eyes ? [] : [`four eyes ${after.four_eyes ? 'on' : 'off'}`];
  const isSame = String(after.two ?? '') === String(before.two ?? '');
  const two = isSame ? [] : [after.two?.length ? `two people for ${after.two.join(', ')}` : 'one person is enough'];
  const changed = [...rules, ...eyes, ...two].join(', ') || 'nothing new';
  return key === undefined ? changed : `for a key: ${changed}`;
}

const LIMITS: Readonly<Record<string, string>> = {
  daily: 'a day',
  worst_day: 'worst day',
  month: 'month',
  single: 'largest budget',
  step: 'step',
  day_step: 'step in 24 hours',
};

/** `a day of the workspace: 500 USD (was 400)`. */
function limitWords({ scope, kind, currency, from, to }: Detail): string {
  const unit = text(currency) || '%';
  const was = text(from) ? ` (was ${text(from)})` : '';
  return `${LIMITS[text(kind)] ?? text(kind)} of the ${text(scope)}: ${text(to) ? `${text(to)} ${unit}` : 'no limit'}${was}`;
}
