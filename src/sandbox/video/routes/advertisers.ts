import { openAdvertiser } from '../access.ts';
import { Books } from '../reports/spending.ts';
import { digitsOf } from '../rules/currencies.ts';
import type { Entity } from '../state.ts';
import { chosenFields, pageOf } from './listing.ts';
import { get, type Route, signed } from './serve.ts';

const ADVERTISER_FIELDS = (
  'advertiser_id name company status role advertiser_account_type currency country timezone display_timezone language ' +
  'industry balance create_time owner_bc_id email contacter cellphone_number telephone_number address license_no ' +
  'license_url rejection_reason description ads_only_mode'
).split(' ');

const IDENTITY_TYPES = ['CUSTOMIZED_USER', 'AUTH_CODE', 'TT_USER', 'BC_AUTH_TT', 'TTS_TT'];

export const advertiserRoutes: readonly Route[] = [
  signed('GET', 'advertiser/info', ({ store, input, token, now }) => {
    const ids = input.ids('advertiser_ids', 100);
    if (ids === undefined || ids.length === 0) throw input.missing('advertiser_ids');
    const shown = chosenFields(input, ADVERTISER_FIELDS);
    const books = new Books(store, now);
    const advertisers = ids.map((id) => openAdvertiser(store, token, id));
    return { list: advertisers.map((one) => shown(advertiserView(one, books))) };
  }),
  get('identity/get', ({ store, input, advertiser }) => {
    const type = input.choice('identity_type', IDENTITY_TYPES);
    const keyword = input.object('filtering')?.text('keyword')?.toLowerCase();
    const identities = store
      .all('Identity', { advertiser: advertiser.id })
      .filter(({ data }) => type === undefined || data.identity_type === type)
      .filter(({ data }) => keyword === undefined || data.display_name.toLowerCase().includes(keyword));
    const { items, page_info } = pageOf(input, identities, { usual: 20, max: 100 });
    return { identity_list: items.map(identityView), page_info };
  }),
];

function advertiserView({ id, data }: Entity<'Advertiser'>, books: Books): Record<string, unknown> {
  const balance = data.unpaid ? 0 : data.paid - books.spent({ advertiser: id }, 'ever');
  return {
    advertiser_id: id,
    name: data.name,
    company: data.company,
    status: books.statuses.advertiser(data),
    role: 'ROLE_ADVERTISER',
    advertiser_account_type: 'AUCTION',
    currency: data.currency,
    country: data.country,
    timezone: data.timezone,
    display_timezone: data.timezone,
    language: data.language,
    industry: '291905',
    balance: Number(balance.toFixed(digitsOf(data.currency))),
    create_time: Math.floor(data.created / 1000),
    owner_bc_id: data.bc_id,
    email: 'a***@acme.example',
    contacter: 'A***',
    cellphone_number: null,
    telephone_number: '***',
    address: null,
    license_no: '',
    license_url: null,
    rejection_reason: '',
    description: null,
    ads_only_mode: false,
  };
}

function identityView({ id, data }: Entity<'Identity'>): Record<string, unknown> {
  const isSpark = data.identity_type !== 'CUSTOMIZED_USER';
  return {
    identity_id: id,
    identity_type: data.identity_type,
    identity_authorized_bc_id: data.bc_id ?? null,
    identity_authorized_shop_id: null,
    display_name: data.display_name,
    username: data.username ?? null,
    user_name: data.username ?? null,
    profile_image: `https://p16.acme.example/${id}.jpeg`,
    available_status: data.available_status,
    can_push_video: isSpark && data.identity_type !== 'AUTH_CODE',
    can_pull_video: isSpark,
    can_use_live_ads: false,
    can_manage_message: false,
    is_gpppa: false,
    ads_only_mode: data.ads_only_mode,
  };
}
