import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../ambient.ts';
import { pixelEventId } from '../rules/pixel-events.ts';
import type { Shapes } from '../state/shapes.ts';
import type { Entity, Store } from '../state.ts';

/** The ids that seeded ads refer to. */
export interface Media {
  images: readonly string[];
  videos: readonly string[];
  pixel: string;
  linked: string;
  custom: string;
}

/** An advertiser's identities with their posts, pictures, films and pixel. */
export function seedMedia(store: Store, advertiser: Entity<'Advertiser'>, now: number): Media {
  const created = now - 120 * DAY_MS;
  const identities = seedIdentities(store, advertiser, now);
  const images = seedImages(store, advertiser.id, created);
  const videos = seedVideos(store, advertiser.id, created);
  return { ...identities, images, videos, pixel: seedPixel(store, advertiser, created) };
}

const AVAILABLE = { available_status: 'AVAILABLE', ads_only_mode: false };

function seedIdentities(
  store: Store,
  { id: advertiser, data: { name, bc_id } }: Entity<'Advertiser'>,
  now: number,
): Pick<Media, 'linked' | 'custom'> {
  const add = (data: Omit<Shapes['Identity'], keyof typeof AVAILABLE> & Partial<typeof AVAILABLE>, id?: string) =>
    store.insert('Identity', { advertiser }, { ...AVAILABLE, ...data }, id).id;
  const username = name.toLowerCase().replaceAll(' ', '');
  const linked = add({ identity_type: 'TT_USER', display_name: name, username });
  const shared = { identity_type: 'BC_AUTH_TT', display_name: `${name} Studio`, bc_id, username: 'studio' };
  const studio = add(shared, uuidOf(`${advertiser} shared`));
  seedPosts(store, advertiser, { linked, studio }, now);
  const custom = add({ identity_type: 'CUSTOMIZED_USER', display_name: `${name} Shop` });
  const unbound = { username: 'archive', available_status: 'NO_VALID_BIND_ACCOUNT' };
  add({ ...unbound, identity_type: 'TT_USER', display_name: `${name} Archive` });
  return { linked, custom };
}

function uuidOf(text: string): string {
  const digest = createHash('md5').update(text).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function seedPosts(
  store: Store,
  advertiser: string,
  { linked, studio }: { linked: string; studio: string },
  now: number,
): void {
  const publish = (identity: string, age: number, text: string, more: Partial<Shapes['Post']> = {}) =>
    store.insert(
      'Post',
      { advertiser },
      {
        identity,
        item_type: 'VIDEO',
        text,
        status: 'ITEM_STATUS_HESITATE_RECOMMEND',
        created: now - age * DAY_MS,
        ...more,
      },
    );
  publish(studio, 40, 'Behind the scenes #studio');
  publish(linked, 35, 'Ten pairs in one picture', { item_type: 'CAROUSEL' });
  publish(linked, 30, 'First run of the year #running');
  publish(linked, 20, 'Only for us', { status: 'ITEM_STATUS_ONLY_AUTHOR_SEE' });
  publish(linked, 9, 'Trail or road? #hiking');
}

const UPRIGHT = { width: 720, height: 1280, signature: '0'.repeat(32) };

function seedImages(store: Store, advertiser: string, created: number): string[] {
  return ['cover-1.jpg', 'cover-2.jpg', 'cover-3.jpg'].map((file_name, place) => {
    const id = `ad-site-i18n-sg/${advertiser.slice(-4)}${place}c0ffee${String(created).slice(-6)}`;
    const image = { ...UPRIGHT, file_name, format: 'jpeg', size: 88_211, created };
    return store.insert('Image', { advertiser }, image, id).id;
  });
}

function seedVideos(store: Store, advertiser: string, created: number): string[] {
  return ['film-1.mp4', 'film-2.mp4', 'film-3.mp4'].map((file_name, place) => {
    const id = `v10033g5${advertiser.slice(-4)}${place}acmefilm`;
    const times = { created, ready: created, duration: 15 + place };
    const video = { ...UPRIGHT, ...times, file_name, format: 'mp4', size: 4_812_345 };
    return store.insert('Video', { advertiser }, video, id).id;
  });
}

function seedPixel(store: Store, { id: advertiser, data }: Entity<'Advertiser'>, created: number): string {
  const pixel = {
    pixel_code: `C${advertiser.slice(-6)}ACMEPIXEL`,
    pixel_name: `${data.name} shop`,
    events: [],
    created,
  };
  const made = store.insert('Pixel', { advertiser }, pixel);
  const events = ['SHOPPING', 'INITIATE_ORDER', 'ON_WEB_CART', 'ON_WEB_REGISTER', 'FORM'].map((event_type, place) => ({
    event_id: pixelEventId(made.id, place),
    event_type,
    name: event_type,
    statistic_type: 'EVERY_TIME',
  }));
  store.save({ ...made, data: { ...pixel, events } });
  return made.id;
}
