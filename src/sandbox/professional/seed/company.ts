import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../ambient.ts';
import { conversionUrn, urn } from '../format.ts';
import { matched, SOURCE_PLATFORM } from '../routes/audiences.ts';
import { stepOf } from '../routes/campaigns.ts';
import type { Campaign, Creative, FormContent, Group, Targeting } from '../state/shapes.ts';
import type { Entity, Step, Store } from '../state.ts';

/** Makes the objects of a seeded account as if they had been made some time ago. */
export class AccountSeed {
  readonly #store: Store;
  readonly #account: string;
  readonly #currency: string;
  readonly #page: string;
  readonly #actor: string;
  readonly #now: number;

  constructor(
    store: Store,
    {
      account,
      currency,
      page,
      member,
      now,
    }: { account: string; currency: string; page: string; member: string; now: number },
  ) {
    this.#store = store;
    this.#account = account;
    this.#currency = currency;
    this.#page = urn('organization', page);
    this.#actor = urn('person', member);
    this.#now = now;
  }

  money(amount: number) {
    return { amount: String(amount), currencyCode: this.#currency };
  }

  #at(daysAgo: number): number {
    return Math.floor(this.#now / DAY_MS) * DAY_MS - daysAgo * DAY_MS;
  }

  group(name: string, status: string, more: Partial<Group> = {}, daysAgo = 120): Entity<'group'> {
    const at = this.#at(daysAgo);
    const start = status === 'DRAFT' ? this.#at(-30) : at;
    const fields: Group = {
      account: urn('sponsoredAccount', this.#account),
      name,
      status,
      runSchedule: { start },
      ...more,
    };
    return this.#store.insert('group', fields, {
      account: this.#account,
      at,
      actor: this.#actor,
      history: [{ at, status: status === 'DRAFT' ? 'DRAFT' : 'ACTIVE' }, ...later(status, this.#at(20))],
    });
  }

  campaign(group: Entity<'group'>, name: string, status: string, more: Partial<Campaign> = {}, daysAgo = 90) {
    const at = this.#at(daysAgo);
    const fields: Campaign = {
      account: urn('sponsoredAccount', this.#account),
      campaignGroup: urn('sponsoredCampaignGroup', group.id),
      name,
      status,
      type: 'SPONSORED_UPDATES',
      format: 'STANDARD_UPDATE',
      objectiveType: 'WEBSITE_VISIT',
      associatedEntity: this.#page,
      locale: { country: 'US', language: 'en' },
      costType: 'CPM',
      optimizationTargetType: 'MAX_CLICK',
      dailyBudget: this.money(this.#currency === 'JPY' ? 8000 : 60),
      runSchedule: { start: status === 'DRAFT' ? this.#at(-30) : at },
      offsiteDeliveryEnabled: false,
      audienceExpansionEnabled: false,
      creativeSelection: 'OPTIMIZED',
      politicalIntent: 'NOT_POLITICAL',
      targetingCriteria: targeting('urn:li:geo:103644278'),
      ...more,
    };
    const ran: Step = { ...stepOf(fields, at), status: status === 'DRAFT' ? 'DRAFT' : 'ACTIVE' };
    const history = [ran, ...later(status, this.#at(10)).map((step) => ({ ...stepOf(fields, step.at), ...step }))];
    return this.#store.insert('campaign', fields, {
      account: this.#account,
      parent: group.id,
      at,
      actor: this.#actor,
      history,
    });
  }

  creative(
    campaign: Entity<'campaign'>,
    name: string,
    status: string,
    more: Partial<Creative> = {},
    daysAgo = 85,
  ): void {
    const at = this.#at(daysAgo);
    const post = this.#store.insert(
      'post',
      {
        author: this.#page,
        commentary: `${name}: see what is new`,
        visibility: 'PUBLIC',
        lifecycleState: 'PUBLISHED',
        distribution: { feedDistribution: 'NONE', thirdPartyDistributionChannels: [] },
        adContext: { dscAdAccount: urn('sponsoredAccount', this.#account), dscStatus: 'ACTIVE' },
        contentLandingPage: 'https://acme.example/',
      },
      { at, actor: this.#actor, parent: this.#page },
    );
    const content =
      campaign.fields.type === 'TEXT_AD'
        ? {
            textAd: {
              headline: name.slice(0, 25),
              description: 'See what is new',
              landingPage: 'https://acme.example/',
            },
          }
        : { reference: urn('share', post.id) };
    this.#store.insert(
      'creative',
      {
        campaign: urn('sponsoredCampaign', campaign.id),
        content,
        intendedStatus: status,
        name,
        ...(status !== 'DRAFT' && { reviewedFrom: at }),
        ...more,
      },
      {
        account: this.#account,
        parent: campaign.id,
        at,
        actor: this.#actor,
        history: [{ at, status: status === 'DRAFT' ? 'DRAFT' : 'ACTIVE' }, ...later(status, this.#at(5))],
      },
    );
  }

  /** A video of the page, ready to be shown; returns its URN. */
  video(daysAgo: number): string {
    const id = `C5F${this.#account}`;
    const at = this.#at(daysAgo);
    const fields = { owner: this.#page, fileSizeBytes: 1024, parts: {}, uploadedAt: at, bytes: 1024 };
    this.#store.insert('video', fields, { id, at, actor: this.#actor });
    return urn('video', id);
  }

  /** A public post of the page. */
  post(commentary: string, daysAgo: number, content?: Record<string, unknown>): void {
    const fields = {
      author: this.#page,
      commentary,
      visibility: 'PUBLIC',
      lifecycleState: 'PUBLISHED',
      distribution: { feedDistribution: 'MAIN_FEED', thirdPartyDistributionChannels: [] },
      contentLandingPage: 'https://acme.example/news',
      ...(content && { content }),
    };
    this.#store.insert('post', fields, { at: this.#at(daysAgo), actor: this.#actor, parent: this.#page });
  }

  conversion(name: string, type: string, campaigns: readonly Entity<'campaign'>[], method = 'INSIGHT_TAG'): void {
    const made = { account: this.#account, at: this.#at(100), actor: this.#actor };
    const { id } = this.#store.insert(
      'conversion',
      {
        name,
        account: urn('sponsoredAccount', this.#account),
        type,
        conversionMethod: method,
        enabled: true,
        attributionType: 'LAST_TOUCH_BY_CAMPAIGN',
        postClickAttributionWindowSize: 30,
        viewThroughAttributionWindowSize: 7,
      },
      made,
    );
    for (const one of campaigns) {
      const link = { campaign: urn('sponsoredCampaign', one.id), conversion: conversionUrn(id), associatedAt: made.at };
      const key = `${link.campaign} ${link.conversion}`;
      this.#store.insert('campaignConversion', link, { ...made, id: key, parent: one.id });
    }
  }

  segment(name: string, type: string, status: string, approximateMemberCount: number): Entity<'segment'> {
    const account = urn('sponsoredAccount', this.#account);
    const made = { account: this.#account, at: this.#at(60), actor: this.#actor };
    return this.#store.insert('segment', { name, account, type, status, approximateMemberCount }, made);
  }

  /** The list an audience was made from: `customers.1@acme.example` and so on, hashed, as many as are found on the network. */
  list({ id, fields }: Entity<'segment'>): void {
    const { name, account, approximateMemberCount } = fields;
    const members: string[] = [];
    for (let at = 1, found = 0; found < approximateMemberCount; at += 1) {
      const address = `${name.toLowerCase().replaceAll(' ', '.')}.${at}@acme.example`;
      members.push(createHash('sha256').update(address).digest('hex'));
      found += matched(members.slice(-1)).length;
    }
    const made = { account: this.#account, at: this.#at(60), actor: this.#actor };
    const list = { name, account, type: 'USER', sourcePlatform: SOURCE_PLATFORM, adSegment: id, members };
    this.#store.insert('dmpSegment', list, made);
  }

  /** A form that was changed once: leads of its two versions name other questions by the same numbers. */
  leadForm(name: string, state: string): void {
    const headline = english(name);
    const legalInfo = {
      privacyPolicyUrl: 'https://acme.example/privacy',
      consents: [{ id: 7, consent: english('Acme may write to me'), checkRequired: false }],
    };
    const first: FormContent = {
      headline,
      legalInfo,
      questions: [
        { questionId: 1, name: 'email', predefinedField: 'EMAIL', question: english('E-mail') },
        { questionId: 2, name: 'company', predefinedField: 'COMPANY_NAME', question: english('Company') },
      ],
    };
    const second: FormContent = { headline, legalInfo, questions: DEMO_QUESTIONS };
    const fields = {
      owner: { sponsoredAccount: urn('sponsoredAccount', this.#account) },
      name,
      state,
      creationLocale: { country: 'US', language: 'en' },
      content: second,
      earlier: [{ content: first, until: this.#at(30) }],
    };
    this.#store.insert('leadForm', fields, { account: this.#account, at: this.#at(120), actor: this.#actor });
  }

  /** Puts a form into an ad, and a test lead into the form. */
  attachForm(creativeName: string, formName: string): void {
    const by = { account: this.#account };
    const creative = this.#store.list('creative', by).find(({ fields }) => fields.name === creativeName)!;
    const form = this.#store.list('leadForm', by).find(({ fields }) => fields.name === formName)!;
    const leadgenCallToAction = { destination: urn('adForm', form.id), label: 'LEARN_MORE' };
    this.#store.save({ ...creative, fields: { ...creative.fields, leadgenCallToAction } });
    const at = this.#at(20);
    const id = `00000000-0000-4000-8000-${this.#account.padStart(12, '0')}-1`;
    const made = { id, account: this.#account, parent: form.id, at, actor: this.#actor };
    this.#store.insert('leadResponse', { form: form.id, submittedAt: at, test: true }, made);
  }
}

function english(text: string) {
  return { localized: { en_US: text } };
}

const DEMO_QUESTIONS = [
  { questionId: 1, name: 'first', predefinedField: 'FIRST_NAME', question: english('First name') },
  { questionId: 2, name: 'last', predefinedField: 'LAST_NAME', question: english('Last name') },
  { questionId: 3, name: 'email', predefinedField: 'EMAIL', question: english('E-mail') },
  {
    questionId: 4,
    name: 'size',
    question: english('How large is your team?'),
    questionDetails: {
      multipleChoiceQuestionDetails: {
        options: [
          { id: 1, text: english('1-10') },
          { id: 2, text: english('More than 10') },
        ],
      },
    },
  },
  {
    questionId: 5,
    name: 'plans',
    question: english('What are your plans?'),
    questionDetails: { textQuestionDetails: { maxResponseLength: 300 } },
  },
];

/** What something became in the end, when it is not running. */
function later(status: string, at: number): Step[] {
  return status === 'ACTIVE' || status === 'DRAFT' ? [] : [{ at, status }];
}

export function targeting(...places: readonly string[]): Targeting {
  return {
    include: {
      and: [
        { or: { 'urn:li:adTargetingFacet:locations': [...places] } },
        { or: { 'urn:li:adTargetingFacet:interfaceLocales': ['urn:li:locale:en_US'] } },
      ],
    },
  };
}
