import type { Campaign } from '../state/shapes.ts';
import type { Entity } from '../state.ts';

/** What the rules about campaigns are told. */
export interface CampaignChange {
  campaign: Campaign;
  before: Entity<'campaign'> | undefined;
  account: Entity<'account'>;
  /** The group it is to be in, when there is such a one in this account. */
  group: Entity<'group'> | undefined;
  touched: readonly string[];
  hasConversion: boolean;
  /** What is left of the group's total budget, in hundredths; undefined without one. */
  purse(): number | undefined;
  audience(): number;
  exists(urn: string): boolean;
  /** A matched audience of the account. */
  segment(urn: string): { type: string; status: string } | undefined;
  siblings: { inGroup: number; inAccount: number; active: number };
  now: number;
}

/** What a draft may still lack, everything else must have. */
export function isLive({ status }: Campaign): boolean {
  return status !== 'DRAFT';
}

const LOCALES = new Set(
  'ar_AE zh_CN zh_TW cs_CZ da_DK nl_NL en_US en_GB fi_FI fr_FR de_DE hi_IN id_ID it_IT ja_JP ko_KR ms_MY no_NO pl_PL pt_BR ro_RO ru_RU es_ES sv_SE th_TH tr_TR uk_UA'.split(
    ' ',
  ),
);

export function isLocale(language: string, country: string): boolean {
  return LOCALES.has(`${language}_${country}`);
}
