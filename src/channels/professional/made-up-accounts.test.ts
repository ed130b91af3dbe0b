import { describe, expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import { authorize, type ProfessionalClient } from './client.ts';
import { listMeant, listOf } from './resources/customer-list.ts';
import { fieldOf, readForm, wireQuestion } from './resources/lead-form.ts';
import { checkMessage, connectedMember, lastFirst, makeConversation } from './resources/message.ts';
import { choose } from './resources/objective.ts';
import { scheduleFor } from './resources/schedule.ts';
import { resolveTargeting, searchEntities } from './resources/targeting.ts';
import createCampaign from './tools/create_professional_campaign.ts';
import getBudgetRecommendation from './tools/get_budget_recommendation.ts';
import listTargetingFacets from './tools/list_targeting_facets.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows and replies of any shape
type Any = any;

const failed = (code: Failure['code']) => new Failure({ code, message: 'scripted', nextStep: '' });
const client = (more: object) => more as unknown as ProfessionalClient;
const problemsOf = (promise: Promise<unknown>) =>
  promise.then(
    () => [],
    (error: unknown) => (error as Failure).details.problems?.map(({ field, message }) => `${field} ${message}`),
  );

describe('an uploaded list', () => {
  const list = (id: string, name: string, more: object = {}) =>
    ({
      id,
      name,
      type: 'USER',
      inputCount: 5,
      destinations: [{ destinationSegmentId: `urn:li:adSegment:9${id}`, ...more }],
    }) as Any;
  const of = (...lists: Any[]) =>
    client({
      session: { options: { source_platform: 'X' } },
      every: async () => lists,
      list: async () => ({ items: lists }),
      found: async () => lists,
    });

  test('is large enough from 300 members on, and not told where the size is not', () => {
    expect(listOf(list('1', 'A', { audienceSize: 299 })).large_enough).toBe(false);
    expect(listOf(list('1', 'A', { audienceSize: 300 })).large_enough).toBe(true);
    expect(listOf(list('1', 'A'))).not.toHaveProperty('large_enough');
    expect(listOf({ ...list('1', 'A'), destinations: [] })).toMatchObject({ id: '1', list_id: '1' });
  });

  test('is meant by its id, its audience or its name, unless several have the name', async () => {
    const two = of(list('1', 'Same'), list('2', 'Same'), list('3', 'Other'));
    expect(await listMeant(two, '5', '1')).toMatchObject({ id: '1' });
    expect(await listMeant(two, '5', '92')).toMatchObject({ id: '2' });
    expect(await listMeant(two, '5', 'other')).toMatchObject({ id: '3' });
    expect(await problemsOf(listMeant(two, '5', 'Same'))).toEqual(['audience_id is the name of 2 lists: pass the id']);
    await expect(listMeant(two, '5', 'None')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a form', () => {
  test('is that of the account only', async () => {
    const of = (sponsoredAccount: string) =>
      readForm(client({ get: async () => ({ owner: { sponsoredAccount } }) }), '5', '1');
    expect(await of('urn:li:sponsoredAccount:5')).toBeDefined();
    expect(await of('urn:li:sponsoredAccount:6')).toBeUndefined();
  });

  test('calls a question by its field, its name or its number', () => {
    expect(fieldOf({ questionId: 7 } as Any)).toBe('question_7');
    expect(fieldOf({ questionId: 7, name: 'own' } as Any)).toBe('own');
    expect(fieldOf({ questionId: 7, predefinedField: 'NEW_FIELD' } as Any)).toBe('new_field');
    expect(fieldOf({ questionId: 7, predefinedField: 'EMAIL' } as Any)).toBe('email');
  });

  test('asks a question of its own with the words that are given', () => {
    expect(wireQuestion({ field: 'email', text: 'Your mail?' } as Any, 'en_US')).toMatchObject({
      predefinedField: 'EMAIL',
      question: { localized: { en_US: 'Your mail?' } },
    });
    expect(wireQuestion({ field: 'email' } as Any, 'en_US')).not.toHaveProperty('question');
    expect(wireQuestion({ text: '– Size? –' } as Any, 'en_US')).toMatchObject({
      name: 'size',
      questionDetails: { textQuestionDetails: { maxResponseLength: 300 } },
    });
    expect(wireQuestion({ text: '???' } as Any, 'en_US')).not.toHaveProperty('name');
  });
});

describe('a message', () => {
  test('that is not there is told so, and other errors are as they are', async () => {
    const of = (code: Failure['code']) =>
      checkMessage(client({ get: () => Promise.reject(failed(code)) }), '5', 'MESSAGE', 'urn:li:adInMailContent:1');
    expect(await problemsOf(of('not_found'))).toEqual(['message_id is not there; make one with create_message']);
    await expect(of('rate_limited')).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('of another account is not there', async () => {
    const of = (account: string) =>
      checkMessage(
        client({ get: async () => ({ account, subContent: {} }) }),
        '5',
        'MESSAGE',
        'urn:li:adInMailContent:1',
      );
    await of('urn:li:sponsoredAccount:5');
    expect(await problemsOf(of('urn:li:sponsoredAccount:6'))).toEqual([
      'message_id is not there; make one with create_message',
    ]);
  });

  test('is sent by the member who has a role in the account, or in any', async () => {
    const of = (...roles: object[]) => connectedMember(client({ every: async () => roles }), '5');
    const role = (account: string, user: string) => ({ account: `urn:li:sponsoredAccount:${account}`, user });
    expect(await of(role('4', 'other'), role('5', 'own'))).toBe('own');
    expect(await of(role('4', 'other'))).toBe('other');
    expect(await problemsOf(of())).toEqual(['sender is required: the platform does not tell who is connected']);
  });

  test('of a conversation comes after those it leads to, each once, and never in a circle', () => {
    const node = (key: string, ...next: string[]) => ({ key, options: next.map((to) => ({ text: to, next: to })) });
    const keys = (...nodes: ReturnType<typeof node>[]) => lastFirst(nodes)?.map(({ key }) => key);
    expect(keys(node('a', 'b', 'c'), node('b', 'd'), node('c', 'd'), node('d'))).toEqual(['d', 'b', 'c', 'a']);
    expect(keys(node('a', 'b'), node('b', 'a'))).toBeUndefined();
  });

  test('that is half made is told so, and an error of our own is thrown as it is', async () => {
    const make = (error: Error) => {
      const answers = ['urn:li:sponsoredConversation:1', error];
      const create = async () => {
        const next = answers.shift();
        if (next instanceof Error) throw next;
        return next;
      };
      return makeConversation(client({ create }), '5', [{ key: 'a', text: 'A' }], () => {});
    };
    await expect(make(new TypeError('ours'))).rejects.toThrow(TypeError);
    await expect(make(failed('conflict'))).rejects.toBeInstanceOf(Failure);
  });
});

describe('what is chosen for a campaign', () => {
  const of = (asked: object) => choose({ hasBid: false, ...asked } as Any);

  test.each([
    [{ format: 'SINGLE_VIDEO' }, { objective_type: 'VIDEO_VIEW' }],
    [{ format: 'JOBS' }, { objective_type: 'JOB_APPLICANT' }],
    [{ format: 'STANDARD_UPDATE' }, { objective_type: 'WEBSITE_VISIT' }],
    [{ groupObjective: 'LEAD_GENERATION' }, { objective_type: 'LEAD_GENERATION' }],
    [
      { hasBid: true, objective_type: 'WEBSITE_VISIT' },
      { optimization_target_type: 'NONE', cost_type: 'CPC' },
    ],
    [{ format: 'SPONSORED_INMAILS', objective_type: 'LEAD_GENERATION' }, {}],
  ])('%j', (asked, expected) => {
    expect(of(asked).chosen).toMatchObject(expected);
  });

  test('an objective other than that of its group is refused', () => {
    expect(of({ groupObjective: 'LEAD_GENERATION', objective_type: 'WEBSITE_VISIT' }).problems).toContainEqual({
      field: 'objective_type',
      message: 'must be that of the campaign group; allowed: LEAD_GENERATION',
      allowed_values: ['LEAD_GENERATION'],
    });
  });
});

test.each<[string, object, object, object]>([
  [
    'an end alone keeps the start',
    { run_schedule_end: 900 },
    { status: 'ACTIVE', runSchedule: { start: 100 } },
    { runSchedule: { start: 100, end: 900 }, notes: [] },
  ],
  [
    'an end that is taken off',
    { run_schedule_end: null },
    { status: 'ACTIVE', runSchedule: { start: 100, end: 900 } },
    { runSchedule: { start: 100 }, notes: [] },
  ],
  [
    'a start alone keeps the end',
    { run_schedule_start: 200 },
    { status: 'DRAFT', runSchedule: { start: 100, end: 900 } },
    { runSchedule: { start: 200, end: 900 }, notes: [] },
  ],
  ['nothing', {}, { status: 'ACTIVE', runSchedule: { start: 100 } }, { notes: [] }],
  ['a draft that is removed', { status: 'REMOVED' }, { status: 'DRAFT', runSchedule: { start: 100 } }, { notes: [] }],
])('the days of a campaign after %s', (_, args, held, expected) => {
  expect(scheduleFor(args, held as Any, 500)).toEqual(expected);
});

test('a draft whose start has passed begins a little later, and one without a start too', () => {
  const late = scheduleFor({}, { status: 'DRAFT', runSchedule: { start: 100, end: 9e12 } } as Any, 500);
  expect(late.runSchedule!.start).toBeGreaterThan(500);
  expect(late.runSchedule!.end).toBe(9e12);
  expect(late.notes).toHaveLength(1);
  expect(scheduleFor({ run_schedule_end: 9e12 }, { status: 'PAUSED' } as Any, 500).runSchedule!.start).toBeGreaterThan(
    500,
  );
});

describe('values of targeting', () => {
  const facet = (facetName: string, finders: string[]) => ({
    facetName,
    adTargetingFacetUrn: `urn:li:adTargetingFacet:${facetName}`,
    entityTypes: [],
    availableEntityFinders: finders,
  });
  const entities = [
    { urn: 'urn:li:seniority:1', name: 'Senior', facetUrn: 'x' },
    { urn: 'urn:li:seniority:2', name: 'senior', facetUrn: 'x' },
    { urn: 'urn:li:seniority:3', name: 'Owner', facetUrn: 'x' },
  ];
  const of = (finders: string[]) => {
    const facets = [facet('seniorities', finders)];
    return client({
      found: async (path: string) => (path === '/adTargetingFacets' ? facets : entities),
      every: async () => [],
      session: { hosts: {} },
    });
  };

  test('are none where the facet can be neither searched nor listed', async () => {
    expect(await searchEntities(of([]), facet('seniorities', []), 'x')).toEqual([]);
    expect(await searchEntities(of([]), facet('seniorities', ['AD_TARGETING_FACET']), 'own')).toEqual([entities[2]]);
  });

  test('are refused where several have the name, or none has it', async () => {
    const resolve = (values: string[], where: 'include' | 'any_of' = 'include') =>
      resolveTargeting(
        of(['AD_TARGETING_FACET']),
        '5',
        where === 'include' ? { include: { seniorities: values } } : { any_of: [{ seniorities: values }] },
      );
    expect(await problemsOf(resolve(['SENIOR']))).toEqual([
      'targeting "SENIOR" is the name of several values of seniorities; near: Senior (urn:li:seniority:1), senior (urn:li:seniority:2)',
    ]);
    expect((await problemsOf(resolve(['Intern'], 'any_of')))?.[0]).toContain('"Intern" is no value of seniorities');
    expect((await resolve(['Owner'], 'any_of')).any_of).toEqual([{ seniorities: ['urn:li:seniority:3'] }]);
  });

  test('are told with how each facet is looked through', async () => {
    const tell = async (finders: string[]) =>
      ((await listTargetingFacets.run({}, { client: of(finders), account: '5' } as Any)) as Any).facets[0];
    expect(await tell(['TYPEAHEAD'])).toEqual({
      id: 'seniorities',
      name: 'seniorities',
      urn: 'urn:li:adTargetingFacet:seniorities',
      entity_types: [],
      can_be_listed: false,
      can_be_searched: true,
    });
    expect(await tell(['AD_TARGETING_FACET'])).toMatchObject({ can_be_listed: true, can_be_searched: false });
  });

  test('are priced, and a bound that is not told stays away', async () => {
    const asked: Any[] = [];
    const pricing = {
      dailyBudgetLimits: { min: { amount: '10', currencyCode: 'EUR' }, default: { amount: '50', currencyCode: 'EUR' } },
      suggestedBid: { max: { amount: '5', currencyCode: 'EUR' } },
    };
    const answered = (answer: object[]) =>
      client({
        found: async (path: string, __: unknown, query: unknown) => {
          if (path === '/adTargetingFacets') return [facet('seniorities', ['AD_TARGETING_FACET'])];
          asked.push(query);
          return answer;
        },
      });
    const args = {
      targeting: { include: { seniorities: ['urn:li:seniority:1'] } },
      cost_type: 'CPC',
      type: 'SPONSORED_UPDATES',
      objective_type: 'WEBSITE_VISIT',
    };
    const recommend = (answer: object[]) =>
      getBudgetRecommendation.run(args, { client: answered(answer), account: '5' } as Any);
    expect(await recommend([pricing])).toMatchObject({
      daily_budget: { min: { amount: '10.00', currency: 'EUR' }, usual: { amount: '50.00', currency: 'EUR' } },
      bid_limits: {},
      suggested_bid: { max: { amount: '5.00' } },
    });
    expect(asked[0]).toMatchObject({
      q: 'criteriaV2',
      account: 'urn:li:sponsoredAccount:5',
      bidType: 'CPC',
      campaignType: 'SPONSORED_UPDATES',
      matchType: 'EXACT',
      objectiveType: 'WEBSITE_VISIT',
    });
    expect(asked[0].targetingCriteria.include).toBeDefined();
    expect(await recommend([])).toMatchObject({ daily_budget: {}, bid_limits: {}, suggested_bid: {} });
  });
});

describe('a new campaign', () => {
  const group = {
    id: '7',
    account: 'urn:li:sponsoredAccount:5',
    name: 'G',
    status: 'ACTIVE',
    runSchedule: { start: 1 },
  };
  const args = {
    campaign_group_id: '7',
    name: 'N',
    status: 'PAUSED',
    type: 'SPONSORED_UPDATES',
    objective_type: 'WEBSITE_VISIT',
    daily_budget_amount: '20',
  };
  const made = async (held: object, asked: object) => {
    const created: unknown[] = [];
    const of = client({
      account: async () => ({ currency: 'EUR' }),
      get: async () => ({ ...group, ...held }),
      session: { platformNow: () => 0 },
      create: async (...body: unknown[]) => {
        created.push(body);
        throw failed('conflict');
      },
    });
    const problems = await problemsOf(
      createCampaign.run({ ...args, ...asked }, { client: of, account: '5' } as Any) as Promise<unknown>,
    );
    return { problems, created: created.length };
  };
  const sharing = { budgetOptimization: { bidStrategy: 'MAXIMUM_DELIVERY', budgetOptimizationStrategy: 'DYNAMIC' } };

  test.each<[string, object, object, string]>([
    [
      'a daily budget where the group shares out its own',
      sharing,
      {},
      'daily_budget_amount cannot be given: the campaign group shares out its own budget',
    ],
    [
      'a total where the group shares out its own',
      sharing,
      { daily_budget_amount: undefined, total_budget_amount: '50' },
      'total_budget_amount cannot be given: the campaign group shares out its own budget',
    ],
    ['no budget', {}, { daily_budget_amount: undefined }, 'daily_budget_amount or total_budget_amount is required'],
    [
      'a total without an end',
      {},
      { daily_budget_amount: undefined, total_budget_amount: '50' },
      'run_schedule_end is required with total_budget_amount alone',
    ],
    [
      'a total below its daily budget',
      {},
      { total_budget_amount: '19' },
      'total_budget_amount must not be less than daily_budget_amount (20)',
    ],
    [
      'a group that is a draft',
      { status: 'DRAFT' },
      {},
      'status must be DRAFT in a campaign group that is a draft; activate the group first',
    ],
    [
      'a group that is archived',
      { status: 'ARCHIVED' },
      {},
      'campaign_group_id is ARCHIVED: nothing can be added to it',
    ],
    [
      'other websites where its format has none',
      {},
      { format: 'TEXT_AD', type: 'TEXT_AD', offsite_delivery_enabled: true },
      'offsite_delivery_enabled must be false for TEXT_AD',
    ],
  ])('with %s is not made', async (_, held, asked, expected) => {
    const { problems, created } = await made(held, asked);
    expect(problems).toContain(expected);
    expect(created).toBe(0);
  });

  test('of a draft group is made as a draft', async () => {
    expect((await made({ status: 'DRAFT' }, { status: 'DRAFT' })).created).toBe(1);
    expect((await made({}, { total_budget_amount: '20' })).created).toBe(1);
  });
});

test('a connection without a token is told so before anything is sent', () => {
  const request = { url: 'https://x.example', method: 'GET' } as Any;
  expect(() => authorize(request, {})).toThrow(expect.objectContaining({ code: 'token_expired' }));
  expect(authorize(request, { access_token: 't' }).headers).toMatchObject({ authorization: 'Bearer t' });
});
