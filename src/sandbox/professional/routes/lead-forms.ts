import { accountFor } from '../access.ts';
import { notFound, paramInvalid, plain, schemaError } from '../errors.ts';
import { urn } from '../format.ts';
import { INDEX_PARAMS, indexPage } from '../restli/paging.ts';
import { type Call, changing, type Resource, urnId } from '../restli/resource.ts';
import { isRecord, type Value } from '../restli/value.ts';
import {
  anything,
  array,
  checkNew,
  type Fields,
  flag,
  long,
  map,
  patched,
  record,
  symbol,
  text,
  union,
  urnOf,
} from '../rules/schema.ts';
import type { FormContent, LeadForm } from '../state/shapes.ts';
import type { Entity } from '../state.ts';

const PREDEFINED =
  'FIRST_NAME LAST_NAME EMAIL WORK_EMAIL PHONE_NUMBER JOB_TITLE JOB_FUNCTION SENIORITY COMPANY_NAME COMPANY_SIZE INDUSTRY CITY STATE COUNTRY_REGION POSTAL_CODE DEGREE FIELD_OF_STUDY SCHOOL'.split(
    ' ',
  );
const LABELS = ['VISIT_COMPANY_WEBSITE', 'LEARN_MORE', 'DOWNLOAD', 'VIEW_NOW', 'TRY_NOW', 'VISIT_WEBSITE'];

const localized = record({ localized: { type: map(text), required: true } });
const option = record({ id: { type: long }, text: { type: localized, required: true } });
const question = record({
  questionId: { type: long },
  name: { type: text },
  predefinedField: { type: symbol(...PREDEFINED) },
  question: { type: localized },
  responseEditable: { type: flag },
  responseRequired: { type: flag },
  questionDetails: {
    type: union({
      textQuestionDetails: record({ maxResponseLength: { type: long } }),
      multipleChoiceQuestionDetails: record({ options: { type: array(option), required: true } }),
    }),
  },
});
const consent = record({
  id: { type: long },
  consent: { type: localized, required: true },
  checkRequired: { type: flag },
});
const content = record({
  headline: { type: localized, required: true },
  description: { type: localized },
  questions: { type: array(question), required: true },
  legalInfo: {
    type: record({
      legalInfoId: { type: long },
      privacyPolicyUrl: { type: text, required: true },
      legalDisclaimer: { type: localized },
      consents: { type: array(consent) },
    }),
    required: true,
  },
  postSubmissionInfo: {
    type: record({
      message: { type: localized },
      callToAction: {
        type: record({
          callToActionLabel: { type: symbol(...LABELS), required: true },
          callToActionTarget: { type: union({ landingPageUrl: text }), required: true },
        }),
      },
    }),
  },
});

const FIELDS: Fields = {
  owner: { type: union({ sponsoredAccount: urnOf('sponsoredAccount') }), required: true },
  name: { type: text, required: true },
  state: { type: symbol('DRAFT', 'PUBLISHED', 'ARCHIVED') },
  creationLocale: {
    type: record({ country: { type: text, required: true }, language: { type: text, required: true } }),
    required: true,
  },
  content: { type: content, required: true },
  hiddenFields: {
    type: array(record({ name: { type: text, required: true }, value: { type: text, required: true } })),
  },
  id: { type: anything, readOnly: true },
  versionId: { type: anything, readOnly: true },
  created: { type: anything, readOnly: true },
  lastModified: { type: anything, readOnly: true },
  reviewInfo: { type: anything, readOnly: true },
};

/** The account that owns forms or leads, when the caller has a role on it. */
export function ownerAccount(call: Call, owner: Value | undefined): string {
  if (!isRecord(owner) || typeof owner.sponsoredAccount !== 'string') throw paramInvalid('owner');
  const id = urnId('owner', owner.sponsoredAccount, 'sponsoredAccount');
  accountFor(call, id);
  return id;
}

export const leadForms: Resource = {
  path: '/leadForms',
  key: 'number',
  reads: ['r_marketing_leadgen_automation', 'r_ads'],
  writes: ['rw_ads'],
  get: (call, id) => shownForm(formFor(call, id)),
  finders: {
    owner: {
      params: ['owner', ...INDEX_PARAMS],
      run: (call) =>
        indexPage(
          call,
          'leadForms',
          call.store.list('leadForm', { account: ownerAccount(call, call.query.get('owner')) }),
          shownForm,
        ),
    },
  },
  create(call, body) {
    checkNew(body, FIELDS);
    const given = body as unknown as Omit<LeadForm, 'earlier' | 'state'>;
    const account = accountFor(
      call,
      urnId('owner', given.owner.sponsoredAccount!, 'sponsoredAccount'),
      'CREATIVE_MANAGER',
    ).id;
    checkWords(given.content, given.creationLocale);
    const fields: LeadForm = { state: 'DRAFT', ...given, content: numbered(given.content), earlier: [] };
    const actor = urn('person', call.session.member.id);
    return changing(
      call,
      ({ id }) => ({ kind: 'create', resource: 'leadForm', id, account, detail: { name: given.name } }),
      () => call.store.insert('leadForm', fields, { account, at: call.now, actor }),
    ).id;
  },
  /** Another content makes the next version; leads keep the version they were given with. */
  patch(call, id, patch) {
    const before = formFor(call, id, 'CREATIVE_MANAGER');
    const { earlier, ...stored } = before.fields;
    const after = patched(stored, patch, FIELDS);
    const isNew = patch.set.content !== undefined;
    if (isNew) checkWords(after.content, after.creationLocale);
    const versions = isNew ? [...earlier, { content: stored.content, until: call.now }] : earlier;
    const fields = { ...after, content: isNew ? numbered(after.content) : after.content, earlier: versions };
    changing(
      call,
      () => ({ kind: 'update', resource: 'leadForm', id, account: before.account! }),
      () => call.store.save({ ...before, fields, modifiedAt: call.now }),
    );
  },
};

function formFor(call: Call, id: string, needed?: string): Entity<'leadForm'> {
  const form = call.store.find('leadForm', id);
  if (!form) throw notFound();
  accountFor(call, form.account!, needed);
  return form;
}

/** What members read has to be there in the language the form is made in. */
function checkWords(
  { headline, questions, legalInfo }: FormContent,
  { country, language }: LeadForm['creationLocale'],
) {
  const locale = `${language}_${country}`;
  if (headline.localized[locale] === undefined)
    throw schemaError([`/content/headline/localized/${locale} :: field is required but not found`]);
  if (questions.length === 0) throw plain(400, '/content/questions must not be empty');
  if (!URL.canParse(legalInfo?.privacyPolicyUrl ?? ''))
    throw plain(400, '/content/legalInfo/privacyPolicyUrl is not a URL');
  const wordless = questions.findIndex((one) => !one.predefinedField && !one.question?.localized[locale]);
  if (wordless >= 0) throw plain(400, `/content/questions/${wordless}/question is required`);
}

/** The platform gives the numbers by which answers name questions, choices and consents. */
function numbered(given: FormContent): FormContent {
  const { questions, legalInfo } = given;
  return {
    ...given,
    questions: questions.map((one, index) => {
      const options = one.questionDetails?.multipleChoiceQuestionDetails?.options;
      return {
        ...one,
        questionId: index + 1,
        ...(options && {
          questionDetails: {
            multipleChoiceQuestionDetails: { options: options.map((choice, at) => ({ ...choice, id: at + 1 })) },
          },
        }),
      };
    }),
    ...(legalInfo && {
      legalInfo: {
        ...legalInfo,
        ...(legalInfo.consents && { consents: legalInfo.consents.map((one, index) => ({ ...one, id: index + 1 })) }),
      },
    }),
  };
}

function shownForm({ id, fields, createdAt, modifiedAt }: Entity<'leadForm'>) {
  const { earlier, ...shown } = fields;
  return {
    id: Number(id),
    versionId: earlier.length + 1,
    ...shown,
    created: createdAt,
    lastModified: modifiedAt,
    reviewInfo: { reviewStatus: fields.state === 'PUBLISHED' ? 'APPROVED' : 'NEEDS_REVIEW', lastUpdated: modifiedAt },
  };
}
