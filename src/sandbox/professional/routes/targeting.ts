import { accountFor } from '../access.ts';
import { paramInvalid, plain } from '../errors.ts';
import { everything } from '../restli/paging.ts';
import { type Call, listParam, neededText, type Resource, textParam, urnId } from '../restli/resource.ts';
import { isRecord, type Value } from '../restli/value.ts';
import { bidMax, bidMin, dailyMax, dailyMin, decimal, usualBid } from '../rules/limits.ts';
import { TYPES } from '../rules/objectives.ts';
import type { Facets, Targeting } from '../state/shapes.ts';
import { audienceOf } from '../targeting/audience.ts';
import {
  entitiesOf,
  entityOf,
  FACET_PREFIX,
  FACETS,
  type Facet,
  facetOf,
  type TargetingEntity,
} from '../targeting/catalogue.ts';

const SIZE_MIN = 300;

export const adTargetingFacets: Resource = {
  path: '/adTargetingFacets',
  reads: [],
  all: () =>
    everything(
      FACETS.map(({ name, entityTypes, finders }) => ({
        facetName: name,
        adTargetingFacetUrn: FACET_PREFIX + name,
        entityTypes,
        availableEntityFinders: finders,
      })),
    ),
};

function facetFor(call: Call, finder: string): Facet {
  const urn = neededText(call.query, 'facet');
  const facet = facetOf(urn);
  if (!facet) throw plain(400, `Facet ${urn} is not known`);
  if (!facet.finders.includes(finder)) throw plain(400, `Facet ${urn} does not support ${finder}`);
  return facet;
}

function listed(entities: readonly (TargetingEntity | undefined)[]) {
  return everything(
    entities.flatMap((entity) => (entity ? [{ urn: entity.urn, facetUrn: entity.facetUrn, name: entity.name }] : [])),
  );
}

const COMMON = ['queryVersion', 'locale'];

export const adTargetingEntities: Resource = {
  path: '/adTargetingEntities',
  reads: [],
  finders: {
    adTargetingFacet: {
      params: ['facet', ...COMMON],
      run: (call) => listed(entitiesOf(facetFor(call, 'AD_TARGETING_FACET'))),
    },
    typeahead: {
      params: ['facet', 'query', 'entityType', 'useCase', ...COMMON],
      run(call) {
        const query = neededText(call.query, 'query').toLowerCase();
        const words = entitiesOf(facetFor(call, 'TYPEAHEAD'));
        return listed(words.filter(({ name }) => startsAWord(name.toLowerCase(), query)));
      },
    },
    similarEntities: {
      params: ['facet', 'entities', ...COMMON],
      run(call) {
        const known = listParam(call.query, 'entities') ?? [];
        return listed(entitiesOf(facetFor(call, 'SIMILAR_ENTITIES')).filter(({ urn }) => !known.includes(urn)));
      },
    },
    urns: {
      params: ['urns', 'fetchType', ...COMMON],
      run: (call) => listed((listParam(call.query, 'urns') ?? []).map(entityOf)),
    },
  },
};

function startsAWord(name: string, query: string): boolean {
  return name.startsWith(query) || name.includes(` ${query}`);
}

/** `(include:(and:List((or:(facet:List(urn))))),exclude:(or:(…)))` */
function targetingIn(call: Call): Targeting {
  const value = call.query.get('targetingCriteria');
  if (!isRecord(value)) throw paramInvalid('targetingCriteria');
  const clauses = isRecord(value.include) && Array.isArray(value.include.and) ? value.include.and : [];
  if (clauses.length === 0) throw paramInvalid('targetingCriteria');
  const targeting: Targeting = { include: { and: clauses.map((clause) => ({ or: facetsIn(clause) })) } };
  if (value.exclude !== undefined) targeting.exclude = { or: facetsIn(value.exclude) };
  return targeting;
}

function facetsIn(clause: Value): Facets {
  if (!isRecord(clause) || !isRecord(clause.or)) throw paramInvalid('targetingCriteria');
  return Object.fromEntries(
    Object.entries(clause.or).map(([facet, values]) => {
      if (!facetOf(facet)) throw plain(400, `Facet ${facet} is not known`);
      if (!Array.isArray(values) || values.some((one) => typeof one !== 'string'))
        throw paramInvalid('targetingCriteria');
      return [facet, values as string[]];
    }),
  );
}

export const audienceCounts: Resource = {
  path: '/audienceCounts',
  reads: [],
  finders: {
    targetingCriteriaV2: {
      params: ['targetingCriteria'],
      run(call) {
        const total = audienceOf(targetingIn(call), call.store);
        return {
          elements: [{ active: 0, total: total < SIZE_MIN ? 0 : total }],
          paging: { start: 0, count: 10, links: [] },
        };
      },
    },
  },
};

export const adBudgetPricing: Resource = {
  path: '/adBudgetPricing',
  reads: ['r_ads'],
  finders: {
    criteriaV2: {
      params: [
        'account',
        'bidType',
        'campaignType',
        'matchType',
        'targetingCriteria',
        'dailyBudget',
        'objectiveType',
        'optimizationTargetType',
      ],
      run(call) {
        const account = accountFor(call, urnId('account', neededText(call.query, 'account'), 'sponsoredAccount'));
        const bidType = neededText(call.query, 'bidType');
        if (!['CPC', 'CPM', 'CPV'].includes(bidType)) throw paramInvalid('bidType');
        if (!TYPES.includes(neededText(call.query, 'campaignType'))) throw paramInvalid('campaignType');
        if (textParam(call.query, 'matchType') !== 'EXACT') throw paramInvalid('matchType');
        targetingIn(call);
        return pricing(account.fields.currency, bidType);
      },
    },
  },
};

function pricing(currencyCode: string, bidType: string) {
  const money = (cents: number) => ({ amount: decimal(Math.round(cents)), currencyCode });
  const suggested = usualBid(currencyCode, bidType);
  return {
    elements: [
      {
        bidLimits: { min: money(bidMin(currencyCode)), max: money(bidMax(currencyCode)) },
        dailyBudgetLimits: {
          min: money(dailyMin(currencyCode)),
          max: money(dailyMax(currencyCode)),
          default: money(dailyMin(currencyCode) * 5),
        },
        suggestedBid: { min: money(suggested * 0.8), max: money(suggested * 1.4), default: money(suggested) },
      },
    ],
    paging: { start: 0, count: 10, links: [] },
  };
}
