/** The countries the platform knows, and the groups it makes of them. */

export interface Country {
  code: string;
  name: string;
}

/** Countries with the names the platform gives them; the others take the English names of `Intl.DisplayNames`. */
const NAMED =
  'US United States;CA Canada;MX Mexico;BR Brazil;AR Argentina;CL Chile;CO Colombia;PE Peru;GB United Kingdom;IE Ireland;FR France;DE Germany;AT Austria;CH Switzerland;NL Netherlands;BE Belgium;LU Luxembourg;ES Spain;PT Portugal;IT Italy;GR Greece;DK Denmark;SE Sweden;NO Norway;FI Finland;IS Iceland;PL Poland;CZ Czech Republic;SK Slovakia;HU Hungary;RO Romania;BG Bulgaria;HR Croatia;SI Slovenia;EE Estonia;LV Latvia;LT Lithuania;TR Turkey;IL Israel;AE United Arab Emirates;SA Saudi Arabia;EG Egypt;ZA South Africa;NG Nigeria;KE Kenya;IN India;PK Pakistan;BD Bangladesh;TH Thailand;VN Vietnam;MY Malaysia;SG Singapore;ID Indonesia;PH Philippines;HK Hong Kong;TW Taiwan;KR South Korea;JP Japan;AU Australia;NZ New Zealand';

const OTHERS =
  'AC AD AF AG AI AL AM AN AO AQ AS AW AX AZ BA BB BF BH BI BJ BL BM BN BO BQ BS BT BV BW BY BZ CC CD CF CG CI CK CM CN CR CU CV CW CX CY DJ DM DO DZ EC EH ER ET FJ FK FM FO GA GD GE GF GG GH GI GL GM GN GP GQ GS GT GU GW GY HM HN HT IM IO IQ IR JE JM JO KG KH KI KM KN KP KW KY KZ LA LB LC LI LK LR LS LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MZ NA NC NE NF NI NP NR NU OM PA PF PG PM PN PR PS PW PY QA RE RS RU RW SB SC SD SH SJ SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TJ TK TL TM TN TO TT TV TZ UA UG UM UY UZ VA VC VE VG VI VU WF WS XK YE YT ZM ZW'.split(
    ' ',
  );

const english = new Intl.DisplayNames('en', { type: 'region' });

export const COUNTRIES: readonly Country[] = [
  ...NAMED.split(';').map((line) => ({ code: line.slice(0, 2), name: line.slice(3) })),
  ...OTHERS.map((code) => ({ code, name: english.of(code) ?? code })),
];

const names = new Map(COUNTRIES.map(({ code, name }) => [code, name]));

export function isCountry(code: string): boolean {
  return names.has(code);
}

export function countryName(code: string): string {
  return names.get(code) ?? code;
}

/** Ads cannot be shown there. */
export const RESTRICTED = new Set(['CU', 'IR', 'KP', 'SY', 'RU']);

export const EU = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ');
const EURO = 'AT BE HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES'.split(' ');
const ANYWHERE = COUNTRIES.map(({ code }) => code).filter((code) => !RESTRICTED.has(code));

/** Members as far as rules ask for them: continents and trade areas change seldom. */
const GROUPS: Record<string, readonly string[]> = {
  worldwide: ANYWHERE,
  itunes_app_store: ANYWHERE,
  android_free_store: ANYWHERE,
  android_paid_store: ANYWHERE,
  europe: [...EU, ...'GB CH NO IS LI UA RS BA ME MK AL MD XK AD MC SM VA'.split(' ')],
  eea: [...EU, 'IS', 'LI', 'NO'],
  euro_area: EURO,
  north_america: 'US CA MX'.split(' '),
  nafta: 'US CA MX'.split(' '),
  central_america: 'BZ CR GT HN NI PA SV'.split(' '),
  caribbean: 'AG AI AW BB BS DM DO GD HT JM KN KY LC PR TC TT VC VG VI'.split(' '),
  south_america: 'AR BO BR CL CO EC GY PE PY SR UY VE'.split(' '),
  mercosur: 'AR BR PY UY'.split(' '),
  asia: 'AE AM AZ BD BH BN BT CN GE HK ID IL IN IQ JO JP KG KH KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG TH TJ TL TM TR TW UZ VN YE'.split(
    ' ',
  ),
  afta: 'BN ID KH LA MM MY PH SG TH VN'.split(' '),
  apec: 'AU BN CA CL CN HK ID JP KR MX MY NZ PE PG PH SG TH TW US VN'.split(' '),
  gcc: 'AE BH KW OM QA SA'.split(' '),
  cisfta: 'AM BY KG KZ MD TJ UA UZ'.split(' '),
  oceania: 'AU FJ NC NZ PF PG SB TO VU WS'.split(' '),
  africa:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SL SN SO SS ST SZ TD TG TN TZ UG ZA ZM ZW'.split(
      ' ',
    ),
  emerging_markets: 'AR BD BR CL CN CO EG ID IN MX MY NG PE PH PK PL TH TR UA VN ZA'.split(' '),
};

export const COUNTRY_GROUPS = Object.keys(GROUPS);

export function membersOf(group: string): readonly string[] {
  return Object.hasOwn(GROUPS, group) ? GROUPS[group]! : [];
}

export const EVERYWHERE: readonly string[] = ANYWHERE;
