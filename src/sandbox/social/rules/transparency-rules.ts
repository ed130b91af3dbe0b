import { badParameter, ruleBroken } from '../errors.ts';
import type { AdAccountData, AdSetData, CampaignData } from '../state/shapes.ts';
import { EU } from '../targeting/countries.ts';
import { countriesReached } from '../targeting/reach.ts';
import { isFinancial } from './special-category-rules.ts';

const TEXT_MAX = 512;

interface Regulation {
  country: string;
  category: string;
  subcode: number;
  /** Keys of `regional_regulation_identities`. */
  identities: string;
  financialOnly?: true;
}

const REGULATIONS: readonly Regulation[] = [
  { country: 'TW', category: 'TAIWAN_UNIVERSAL', subcode: 3858498, identities: 'taiwan_universal' },
  { country: 'TW', category: 'TAIWAN_FINSERV', subcode: 3858498, identities: 'taiwan_finserv', financialOnly: true },
  { country: 'SG', category: 'SINGAPORE_UNIVERSAL', subcode: 3858550, identities: 'singapore_universal' },
  { country: 'BR', category: 'BRAZIL_REGULATION', subcode: 3858498, identities: 'universal' },
  {
    country: 'AU',
    category: 'AUSTRALIA_FINSERV',
    subcode: 3858498,
    identities: 'australia_finserv',
    financialOnly: true,
  },
  { country: 'IN', category: 'INDIA_FINSERV', subcode: 3858498, identities: 'india_finserv', financialOnly: true },
];

/** Beneficiary and payor of an ad, required where the law wants them shown. */
export function checkTransparency(account: AdAccountData, campaign: CampaignData, adSet: AdSetData): void {
  checkTexts(adSet);
  checkIdentities(adSet);
  const reached = countriesReached(adSet.targeting);
  if (EU.some((country) => reached.has(country))) checkUnion(account, adSet);
  const declared = adSet.regional_regulated_categories ?? [];
  for (const { country, category, subcode, identities, financialOnly } of REGULATIONS) {
    if (!reached.has(country) || (financialOnly && !isFinancial(campaign))) continue;
    const given = adSet.regional_regulation_identities ?? {};
    const complete = ['beneficiary', 'payer'].every((role) => given[`${identities}_${role}`] !== undefined);
    if (declared.includes(category) && complete) continue;
    throw ruleBroken(
      subcode,
      'Declaration Missing',
      `Ads shown in ${country} need ${category} in regional_regulated_categories, with ${identities}_beneficiary and ${identities}_payer in regional_regulation_identities. Declare them or exclude ${country}.`,
      ['compliance_section'],
    );
  }
}

function checkUnion(account: AdAccountData, adSet: AdSetData): void {
  const beneficiary = adSet.dsa_beneficiary ?? account.dsa_beneficiary;
  const payor = adSet.dsa_payor ?? account.dsa_payor;
  if (beneficiary === undefined && payor === undefined)
    throw ruleBroken(
      3858152,
      'No Beneficiary and Payor Provided',
      'Say who benefits from ads shown in the European Union and who pays for them.',
      ['dsa_beneficiary'],
    );
  if (beneficiary === undefined)
    throw ruleBroken(3858081, 'No Beneficiary Provided', 'Say who benefits from ads shown in the European Union.', [
      'dsa_beneficiary',
    ]);
  if (payor === undefined)
    throw ruleBroken(3858079, 'No Payor Provided', 'Say who pays for ads shown in the European Union.', ['dsa_payor']);
}

function checkTexts(adSet: AdSetData): void {
  for (const name of ['dsa_beneficiary', 'dsa_payor'] as const)
    if ([...(adSet[name] ?? '')].length > TEXT_MAX)
      throw badParameter(`Param ${name} must be no longer than ${TEXT_MAX} characters`, name);
}

function checkIdentities({ regional_regulation_identities: identities = {} }: AdSetData): void {
  for (const [name, id] of Object.entries(identities))
    if (!/^\d+$/.test(String(id)))
      throw badParameter(
        `Param regional_regulation_identities[${name}] must be a number`,
        'regional_regulation_identities',
      );
}
