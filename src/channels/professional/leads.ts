import { createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../errors.ts';
import type { Lead, LeadForm, LeadPush, LeadQuestion, Leads, PushSecrets } from '../../tools/leads/leads.ts';
import { notFound } from '../../tools/not-found.ts';
import { withoutUnset } from '../../tools/set-fields.ts';
import type { ProfessionalClient } from './client.ts';
import { idIn, isoTime, urnOf } from './resources/fields.ts';
import { fieldOf, readForm, wordsIn } from './resources/lead-form.ts';
import { type WireFormContent, WireLead, WireLeadForm } from './wire.ts';

const PAGE = 100;
/** So many leads of a page are asked for again with the next: one that is deleted in between moves the later ones forward. */
const OVERLAP = 10;
/** The platform's own pages name 90 and 365 days; the shorter one holds for every kind of lead. */
const KEPT_DAYS = 90;
const SET_UP =
  'An app with the permission r_marketing_leadgen_automation registers this address by POST /rest/leadNotifications (owner: the ad account, leadType: SPONSORED); the developer portal cannot. The app has to be the one whose client_secret the connection holds.';
const LEAD_URN = 'urn:li:leadGenFormResponse:';

export const leads: Leads<ProfessionalClient> = {
  keptDays: KEPT_DAYS,
  async forms(client, account) {
    const params = { q: 'owner', owner: { sponsoredAccount: urnOf('sponsoredAccount', account) } };
    return (await client.every('/leadForms', WireLeadForm, params, account)).map(formOf);
  },
  async form(client, account, id) {
    const found = /^\d{1,19}$/.test(id)
      ? await readForm(client, account, id).catch((error: unknown) => {
          if (error instanceof Failure && error.code === 'not_found') return undefined;
          throw error;
        })
      : undefined;
    if (found) return formOf(found);
    throw notFound({ what: 'lead form', field: 'form', list: 'list_lead_forms', accountArgument: 'account_id' });
  },
  since,
  push: { setUp: SET_UP, challenge, isGenuine, read },
};

/**
 * Leads of all forms and versions: a filter by form names one version and silently leaves out the leads of the others. Each lead
 * brings its own version of the form, because answers name questions by numbers that mean something else in another version.
 */
async function* since(
  client: ProfessionalClient,
  account: string,
  { since: start, form }: { since: number; form?: string },
): AsyncGenerator<readonly Lead[]> {
  const params = {
    q: 'owner',
    owner: { sponsoredAccount: urnOf('sponsoredAccount', account) },
    leadType: { leadType: 'SPONSORED' },
    // A fixed end: leads that come in meanwhile would move the pages.
    submittedAtTimeRange: { start, end: Math.max(start, client.session.platformNow()) },
    count: PAGE,
    fields: [
      'id',
      'submittedAt',
      'testLead',
      'versionedLeadGenFormUrn',
      'associatedEntity',
      'leadMetadata',
      'formResponse',
      'form:(id,content)',
    ],
  };
  const seen = new Set<string>();
  for (let from = 0; ; from += PAGE - OVERLAP) {
    const page = await client
      .found('/leadFormResponses', WireLead, { ...params, start: from }, account)
      .catch((error: unknown) => throwPlainly(error, client, account));
    const found = page.filter(({ id }) => !seen.has(id)).map(leadOf);
    for (const { id } of page) seen.add(id);
    const wanted = found.filter(({ form_id }) => form === undefined || form === form_id);
    if (wanted.length > 0) yield wanted;
    if (page.length < PAGE) return;
  }
}

/** A missing role on the page can be answered as if the token were bad: whether it is, another call shows. */
async function throwPlainly(error: unknown, client: ProfessionalClient, account: string): Promise<never> {
  if (!(error instanceof Failure) || error.code !== 'token_expired') throw error;
  await client.account(account);
  throw new Failure({
    code: 'permission_denied',
    message: 'The professional platform hands out no leads to this member, although its token is good.',
    nextStep:
      'Have the member given the role of lead-forms manager, content administrator or administrator on the page of the account, and the app the permission r_marketing_leadgen_automation; then call again.',
    ...(error.details.upstream && { upstream: error.details.upstream }),
    cause: error,
  });
}

function formOf({ id, name, state, content, created }: WireLeadForm): LeadForm {
  return withoutUnset({
    id,
    name,
    status: state,
    usable: state === 'PUBLISHED',
    questions: content && questionsOf(content),
    privacy_url: content?.legalInfo?.privacyPolicyUrl,
    created_time: isoTime(created),
  });
}

function questionsOf({ questions }: WireFormContent): LeadQuestion[] {
  return questions.map((one) =>
    withoutUnset({
      field: fieldOf(one),
      text: wordsIn(one.question) ?? fieldOf(one),
      choices: one.questionDetails?.multipleChoiceQuestionDetails?.options.map(({ text }) => wordsIn(text) ?? ''),
    }),
  );
}

function leadOf(lead: WireLead): Lead {
  const { id, submittedAt, testLead, versionedLeadGenFormUrn, associatedEntity, leadMetadata, formResponse } = lead;
  const { questions = [], legalInfo } = lead.form?.content ?? {};
  const campaign = leadMetadata?.sponsoredLeadMetadata?.campaign;
  const creative = associatedEntity?.associatedCreative;
  return withoutUnset({
    id,
    form_id: /leadGenForm:(\d+),/.exec(versionedLeadGenFormUrn)?.[1] ?? '',
    submitted_at: submittedAt,
    campaign_id: campaign && idIn(campaign),
    ad_id: creative && idIn(creative),
    is_test: testLead,
    answers: formResponse.answers.map(({ questionId, answerDetails }) => {
      const question = questions.find((one) => one.questionId === questionId);
      const options = question?.questionDetails?.multipleChoiceQuestionDetails?.options ?? [];
      const { textQuestionAnswer: text, multipleChoiceAnswer: choice } = answerDetails;
      const chosen = choice?.options.map(
        (at) => wordsIn(options.find(({ id: one }) => one === at)?.text) ?? String(at),
      );
      return {
        field: question ? fieldOf(question) : `question_${questionId}`,
        values: chosen ?? (text?.answer ? [text.answer] : []),
      };
    }),
    consents: formResponse.consentResponses.map(({ consentId, accepted }) =>
      withoutUnset({
        key: String(consentId),
        text: wordsIn(legalInfo?.consents.find(({ id: one }) => one === consentId)?.consent),
        given: accepted,
      }),
    ),
  });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Challenges and messages are signed by one key: a code that is no UUID could be a forged message for us to sign. */
function challenge(query: URLSearchParams, secrets: PushSecrets) {
  const [challengeCode = '', ...more] = query.getAll('challengeCode');
  const { client_secret } = secrets.credentials;
  if (!client_secret || more.length > 0 || !UUID.test(challengeCode)) return undefined;
  const challengeResponse = signed(challengeCode, client_secret);
  return { type: 'application/json', body: JSON.stringify({ challengeCode, challengeResponse }) };
}

function signed(content: string | Buffer, secret: string): string {
  return createHmac('sha256', secret).update(content).digest('hex');
}

function isGenuine(
  body: Buffer,
  headers: Readonly<Record<string, string | undefined>>,
  { credentials }: PushSecrets,
): boolean {
  if (!credentials.client_secret) return false;
  const expected = Buffer.from(signed(Buffer.concat([Buffer.from('hmacsha256='), body]), credentials.client_secret));
  const given = Buffer.from(headers['x-li-signature'] ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function read(body: Buffer): ReturnType<LeadPush['read']> {
  const { type, leadGenFormResponse: lead, leadAction: action } = textFields(body);
  if (type !== 'LEAD_ACTION' || !lead?.startsWith(LEAD_URN)) return { marks: [], erased: [] };
  return { marks: [`${lead} ${action}`], erased: action === 'DELETED' ? [lead.slice(LEAD_URN.length)] : [] };
}

function textFields(body: Buffer): Readonly<Record<string, string | undefined>> {
  try {
    const fields: unknown = JSON.parse(body.toString('utf8'));
    const entries = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}
