import { bad, Refusal } from '../errors.ts';
import { Input } from '../routes/input.ts';
import type { AdvertiserCall } from '../routes/serve.ts';
import type { Fields } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import { checkButton, creativeOf } from './ad-rules.ts';
import { checkName } from './names.ts';

const ADS_MAX = 30;
/** One page of the platform says 50; the lower figure is the safe one. */
const CREATIVES_MAX = 31;

export interface SmartCreative {
  /** The creative as it was sent. */
  info: Fields;
  /** The id the platform gave it before, where the caller names it. */
  material: string | undefined;
  /** The same creative as `ad/get` lists it. */
  creative: Fields;
}

export interface SmartContent {
  ad_name: string;
  content: Fields;
  creatives: readonly SmartCreative[];
}

/** Checks a whole Smart+ ad, at creation and at every update, which replaces it. */
export function smartContent(call: AdvertiserCall, group: Entity<'AdGroup'>): SmartContent {
  const { input, store } = call;
  const ad_name = input.needText('ad_name');
  checkName('ad_name', ad_name, 512);
  const { objective_type } = store.need('Campaign', group.links.campaign).data;
  const texts = listed(input, 'ad_text_list', 'ad_text', 5);
  for (const text of texts) checkName('ad_text_list', text, 100);
  const buttons = listed(input, 'call_to_action_list', 'call_to_action', 3);
  const configuration = input.object('ad_configuration');
  if (buttons.length > 0 && configuration?.has('call_to_action_id'))
    throw bad('call_to_action_list: cannot be given with call_to_action_id.');
  for (const call_to_action of buttons) checkButton(new Input({ call_to_action }, false), true, objective_type);
  const [landing_page_url] = listed(input, 'landing_page_url_list', 'landing_page_url', 1);
  const [page_id] = listed(input, 'page_list', 'page_id', 3);
  const given = input.objects('creative_list');
  if (!given?.length) throw input.missing('creative_list');
  if (given.length > CREATIVES_MAX) throw bad(`creative_list: Longer than maximum length ${CREATIVES_MAX}.`);
  const shared = {
    ad_text: texts[0],
    call_to_action: buttons[0],
    call_to_action_id: configuration?.text('call_to_action_id'),
    landing_page_url,
    page_id,
  };
  const creatives = given.map((one): SmartCreative => {
    const info = one.object('creative_info');
    if (!info) throw one.missing('creative_info');
    const creative = creativeOf(call, flatCreative(call, info, shared), group);
    return { info: info.values, material: one.id('ad_material_id'), creative };
  });
  return { ad_name, creatives, content: contentIn(input) };
}

export function checkSmartAdCount({ store }: AdvertiserCall, group: Entity<'AdGroup'>): void {
  const alive = store.all('SmartAd', { adgroup: group.id }).filter(({ data }) => !data.deleted);
  if (alive.length >= ADS_MAX) throw new Refusal(40502, 'The number of ads has reached the limit.');
}

const CONTENT = [
  'ad_text_list',
  'call_to_action_list',
  'landing_page_url_list',
  'page_list',
  'deeplink_list',
  'interactive_add_on_list',
  'ad_configuration',
];

function contentIn(input: Input): Fields {
  return Object.fromEntries(CONTENT.flatMap((name) => (input.has(name) ? [[name, input.values[name]]] : [])));
}

function listed(input: Input, list: string, field: string, max: number): string[] {
  const items = input.objects(list) ?? [];
  if (items.length > max) throw bad(`${list}: Longer than maximum length ${max}.`);
  return items.map((item) => item.needText(field));
}

/** One creative with the texts and buttons of its ad, in the form of a plain ad. */
function flatCreative({ store }: AdvertiserCall, info: Input, shared: Fields): Input {
  if (!info.has('identity_id') || !info.has('identity_type'))
    throw bad('Creative error. Verify that your identity matches your selected TikTok posts');
  const video_id = info.object('video_info')?.text('video_id');
  const images = info.objects('image_info')?.map((image) => image.needText('web_uri'));
  const post = info.text('tiktok_item_id');
  return new Input(
    {
      // A creative has the name of its file, not of the ad.
      ad_name: (video_id && store.find('Video', video_id)?.data.file_name) ?? post ?? 'creative',
      ad_format: info.text('ad_format') ?? 'SINGLE_VIDEO',
      identity_type: info.text('identity_type'),
      identity_id: info.text('identity_id'),
      identity_authorized_bc_id: info.text('identity_authorized_bc_id'),
      video_id,
      image_ids: images,
      tiktok_item_id: post,
      music_id: info.object('music_info')?.text('music_id'),
      ...shared,
    },
    false,
    'creative_list.',
  );
}
