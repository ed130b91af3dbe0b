/** What ads can be aimed at: a sample of each facet, large enough to search in. */
export interface Facet {
  name: string;
  entityTypes: readonly string[];
  /** AD_TARGETING_FACET lists all values, TYPEAHEAD searches, SIMILAR_ENTITIES relates. */
  finders: readonly string[];
  /** URN prefix with `{}` for the id. */
  urn: string;
  /** `id name share`: the part of the members that has it, in thousandths. Places have members in thousands instead. */
  values: string;
}

const LIST = 'AD_TARGETING_FACET';
const FIND = 'TYPEAHEAD';
const ALIKE = 'SIMILAR_ENTITIES';

const PLACES = `
103644278 United States 230000
101165590 United Kingdom 38000
101174742 Canada 24000
101282230 Germany 17000
105015875 France 29000
101355337 Japan 4000
103537801 Africa 70000
102713980 India 120000
90000084 San Francisco Bay Area 5200
102095887 California, United States 22000
105080838 New York, United States 13000
102748797 Texas, United States 16000
105646813 Spain 16000
102890719 Netherlands 10000
106693272 Switzerland 4000
103883259 Austria 2500
101452733 Australia 14000
104738515 Ireland 3000
103035651 Berlin, Germany 1500
102257491 London, England, United Kingdom 6000
90009492 Worldwide 1000000
100000001 Nowhere Island 0`;

const TITLES = `
100 Marketing Manager 12
4 Software Engineer 20
25 Sales Manager 14
68 Chief Executive Officer 9
340 Marketing Director 5
728 Data Scientist 4
9 Product Manager 10
1335 Head of Marketing 3`;

const COMPANIES = `
1035 Microsoft 2
1441 Google 2
1586 Amazon 3
3000001 Acme 1
3000002 Acme Japan 1`;

export const FACETS: readonly Facet[] = [
  { name: 'locations', entityTypes: ['GEO'], finders: [FIND], urn: 'urn:li:geo:{}', values: PLACES },
  { name: 'profileLocations', entityTypes: ['GEO'], finders: [FIND], urn: 'urn:li:geo:{}', values: PLACES },
  {
    name: 'interfaceLocales',
    entityTypes: ['LOCALE'],
    finders: [LIST],
    urn: 'urn:li:locale:{}',
    values: `
en_US English 620
de_DE German 60
fr_FR French 70
ja_JP Japanese 20
es_ES Spanish 90`,
  },
  {
    name: 'seniorities',
    entityTypes: ['SENIORITY'],
    finders: [LIST],
    urn: 'urn:li:seniority:{}',
    values: `
1 Unpaid 20
2 Training 30
3 Entry 320
4 Senior 280
5 Manager 120
6 Director 60
7 VP 25
8 CXO 30
9 Partner 12
10 Owner 45`,
  },
  {
    name: 'jobFunctions',
    entityTypes: ['FUNCTION'],
    finders: [LIST],
    urn: 'urn:li:function:{}',
    values: `
1 Accounting 40
4 Business Development 90
8 Engineering 110
12 Human Resources 35
13 Information Technology 95
15 Marketing 60
18 Operations 120
25 Sales 130`,
  },
  { name: 'titles', entityTypes: ['TITLE'], finders: [LIST, FIND, ALIKE], urn: 'urn:li:title:{}', values: TITLES },
  { name: 'titlesPast', entityTypes: ['TITLE'], finders: [LIST, FIND, ALIKE], urn: 'urn:li:title:{}', values: TITLES },
  { name: 'titlesAll', entityTypes: ['TITLE'], finders: [LIST, FIND, ALIKE], urn: 'urn:li:title:{}', values: TITLES },
  {
    name: 'industries',
    entityTypes: ['INDUSTRY'],
    finders: [LIST, FIND, ALIKE],
    urn: 'urn:li:industry:{}',
    values: `
4 Software Development 55
6 Technology, Information and Internet 48
43 Financial Services 50
80 Advertising Services 22
96 IT Services and IT Consulting 60
14 Hospitals and Health Care 45
47 Accounting 12`,
  },
  {
    name: 'staffCountRanges',
    entityTypes: ['COMPANY_SIZE'],
    finders: [LIST],
    urn: 'urn:li:staffCountRange:({})',
    values: `
1,1 Myself only 30
2,10 2-10 employees 110
11,50 11-50 employees 140
51,200 51-200 employees 150
201,500 201-500 employees 100
501,1000 501-1000 employees 80
1001,5000 1001-5000 employees 130
5001,10000 5001-10000 employees 60
10001,2147483647 10001+ employees 200`,
  },
  {
    name: 'employers',
    entityTypes: ['COMPANY'],
    finders: [FIND, ALIKE],
    urn: 'urn:li:organization:{}',
    values: COMPANIES,
  },
  {
    name: 'employersPast',
    entityTypes: ['COMPANY'],
    finders: [FIND, ALIKE],
    urn: 'urn:li:organization:{}',
    values: COMPANIES,
  },
  {
    name: 'employersAll',
    entityTypes: ['COMPANY'],
    finders: [FIND, ALIKE],
    urn: 'urn:li:organization:{}',
    values: COMPANIES,
  },
  {
    name: 'followedCompanies',
    entityTypes: ['COMPANY'],
    finders: [FIND, ALIKE],
    urn: 'urn:li:organization:{}',
    values: COMPANIES,
  },
  {
    name: 'skills',
    entityTypes: ['SKILL'],
    finders: [LIST, FIND, ALIKE],
    urn: 'urn:li:skill:{}',
    values: `
17 Marketing 80
202 Java 40
280 Data Analysis 70
593 Digital Marketing 45
1346 Cloud Computing 38`,
  },
  {
    name: 'fieldsOfStudy',
    entityTypes: ['FIELD_OF_STUDY'],
    finders: [LIST, FIND],
    urn: 'urn:li:fieldOfStudy:{}',
    values: `
100990 Economics 35
100189 Computer Science 60
101521 Marketing 30`,
  },
  {
    name: 'degrees',
    entityTypes: ['DEGREE'],
    finders: [LIST, FIND],
    urn: 'urn:li:degree:{}',
    values: `
200 Bachelor of Science 150
501 Master of Business Administration 60
700 Doctor of Philosophy 25`,
  },
  {
    name: 'interests',
    entityTypes: ['INTEREST'],
    finders: [LIST, FIND],
    urn: 'urn:li:interest:{}',
    values: `
1 Artificial Intelligence 120
2 Sustainability 60
3 Remote Work 90`,
  },
  {
    name: 'genders',
    entityTypes: ['GENDER'],
    finders: [LIST],
    urn: 'urn:li:gender:{}',
    values: `
MALE Male 540
FEMALE Female 440`,
  },
  {
    name: 'ageRanges',
    entityTypes: ['AGE'],
    finders: [LIST],
    urn: 'urn:li:ageRange:({})',
    values: `
18,24 18-24 200
25,34 25-34 480
35,54 35-54 250
55,2147483647 55+ 70`,
  },
  {
    name: 'yearsOfExperienceRanges',
    entityTypes: ['YEARS_OF_EXPERIENCE'],
    finders: [LIST],
    urn: 'urn:li:yearsOfExperience:{}',
    values: `
1 1 year 60
5 5 years 70
10 10 years 60
12 12 or more years 400`,
  },
  {
    name: 'memberBehaviors',
    entityTypes: ['MEMBER_BEHAVIOR'],
    finders: [LIST, FIND],
    urn: 'urn:li:memberBehavior:{}',
    values: `
1 Recently Promoted 20
2 Open to Education 60`,
  },
  { name: 'audienceMatchingSegments', entityTypes: ['SEGMENT'], finders: [], urn: 'urn:li:adSegment:{}', values: '' },
  { name: 'dynamicSegments', entityTypes: ['SEGMENT'], finders: [], urn: 'urn:li:adSegment:{}', values: '' },
];

export const FACET_PREFIX = 'urn:li:adTargetingFacet:';
const byName = new Map(FACETS.map((facet) => [facet.name, facet]));

/** By its whole URN; short names are no facets. */
export function facetOf(urn: string): Facet | undefined {
  return urn.startsWith(FACET_PREFIX) ? byName.get(urn.slice(FACET_PREFIX.length)) : undefined;
}

export interface TargetingEntity {
  urn: string;
  facetUrn: string;
  name: string;
  share: number;
}

const entitiesByFacet = new Map(FACETS.map((facet) => [facet.name, entitiesIn(facet)]));
const entitiesByUrn = new Map([...entitiesByFacet.values()].flat().map((entity) => [entity.urn, entity]));

export function entitiesOf({ name }: Facet): readonly TargetingEntity[] {
  return entitiesByFacet.get(name) ?? [];
}

export function entityOf(urn: string): TargetingEntity | undefined {
  return entitiesByUrn.get(urn);
}

export function entityIn({ name }: Facet, urn: string): TargetingEntity | undefined {
  return entitiesByFacet.get(name)?.find((entity) => entity.urn === urn);
}

function entitiesIn(facet: Facet): TargetingEntity[] {
  return facet.values
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, id = '', name = '', share = ''] = /^(\S+) (.+) (\d+)$/.exec(line)!;
      return {
        urn: facet.urn.replace('{}', id),
        facetUrn: FACET_PREFIX + facet.name,
        name,
        share: Number(share),
      };
    });
}
