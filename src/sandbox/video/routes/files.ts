import { randomBytes } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '../../../ambient.ts';

import { Refusal } from '../errors.ts';
import { fileTime } from '../format.ts';
import {
  checkFileName,
  checkVideoBytes,
  fetchedFile,
  fitsCarousel,
  imageFacts,
  receivedFile,
} from '../rules/file-rules.ts';
import type { Entity } from '../state.ts';
import { pageOf } from './listing.ts';
import { type AdvertiserCall, get, post, type Route } from './serve.ts';

const TRANSCODING_MS = 2 * MINUTE_MS;
const UPRIGHT = { width: 720, height: 1280 };

export const fileRoutes: readonly Route[] = [
  post('file/image/ad/upload', (call) =>
    call.world.change((record) => {
      const { store, advertiser, now } = call;
      const byUrl = uploadType(call) === 'UPLOAD_BY_URL';
      const file = byUrl ? fetchedFile(call, 'image_url') : receivedFile(call, 'image_file', 'image_signature');
      const facts = byUrl ? { format: 'jpeg', ...UPRIGHT } : imageFacts(file.bytes);
      checkFileName(call, 'Image', file.file_name);
      const { file_name, signature, bytes } = file;
      const data = { file_name, signature, size: bytes.length, created: now, ...facts };
      const id = `ad-site-i18n-sg/${randomBytes(12).toString('hex')}`;
      record({ kind: 'create', resource: 'image', id, account: advertiser.id, detail: { file_name } });
      return imageView(store.insert('Image', { advertiser: advertiser.id }, data, id));
    }),
  ),
  post('file/video/ad/upload', (call) =>
    call.world.change((record) => {
      const { store, advertiser, now } = call;
      const byUrl = uploadType(call) === 'UPLOAD_BY_URL';
      const file = byUrl ? fetchedFile(call, 'video_url') : receivedFile(call, 'video_file', 'video_signature');
      const format = byUrl ? 'mp4' : checkVideoBytes(file.bytes);
      checkFileName(call, 'Video', file.file_name);
      const { file_name, signature, bytes } = file;
      const facts = { file_name, signature, size: bytes.length, format, ...UPRIGHT };
      const data = { ...facts, created: now, duration: 15, ready: now + TRANSCODING_MS };
      const id = `v10033g5${randomBytes(12).toString('hex')}`;
      record({ kind: 'create', resource: 'video', id, account: advertiser.id, detail: { file_name } });
      return [videoView(store.insert('Video', { advertiser: advertiser.id }, data, id), now)];
    }),
  ),
  get('file/video/ad/info', ({ store, input, advertiser, now }) => {
    const ids = input.texts('video_ids', 60);
    if (ids === undefined) throw input.missing('video_ids');
    const own = ids.flatMap((id) => store.find('Video', id) ?? []);
    return {
      list: own.filter(({ links }) => links.advertiser === advertiser.id).map((one) => videoView(one, now)),
    };
  }),
  get('file/video/ad/search', ({ store, input, advertiser, now }) => {
    const filter = input.object('filtering');
    const [ids, name] = [filter?.texts('video_ids', 100), filter?.text('video_name')?.toLowerCase()];
    const found = store
      .all('Video', { advertiser: advertiser.id })
      .filter(({ id }) => !ids || ids.includes(id))
      .filter(({ data }) => !name || data.file_name.toLowerCase().includes(name));
    const { items, page_info } = pageOf(input, found, { usual: 20, max: 1000 });
    return { list: items.map((one) => videoView(one, now)), page_info };
  }),
  get('file/image/ad/info', ({ store, input, advertiser }) => {
    const ids = input.texts('image_ids', 100);
    if (ids === undefined) throw input.missing('image_ids');
    const own = ids.map((id) => store.find('Image', id));
    if (own.some((image) => image?.links.advertiser !== advertiser.id))
      throw new Refusal(40001, 'Insufficient permissions for some images');
    return { list: own.map((image) => imageView(image!)) };
  }),
  get('file/image/ad/search', ({ store, input, advertiser }) => {
    const filter = input.object('filtering');
    const [ids, name] = [filter?.texts('image_ids', 100), filter?.text('image_name')?.toLowerCase()];
    const found = store
      .all('Image', { advertiser: advertiser.id })
      .filter(({ id }) => !ids || ids.includes(id))
      .filter(({ data }) => !name || data.file_name.toLowerCase().includes(name));
    const { items, page_info } = pageOf(input, found, { usual: 20, max: 100 });
    return { list: items.map(imageView), page_info };
  }),
  // Each suggested cover is a picture of the advertiser from then on, as its id works as an image id.
  get('file/video/suggestcover', (call) =>
    call.world.change(() => {
      const { store, input, advertiser, now } = call;
      const video = store.find('Video', input.needText('video_id'));
      if (video?.links.advertiser !== advertiser.id) throw new Refusal(40053, 'Invalid video id.');
      if (video.data.ready > now) throw new Refusal(40901, 'The video is still being transcoded.');
      const { width, height, file_name } = video.data;
      const list = Array.from({ length: input.integer('poster_number', 1, 10) ?? 10 }, (_, place) => {
        const id = `ad-site-i18n-sg/${video.id}-${place + 1}`;
        const facts = { format: 'jpeg', width, height, size: 61_000, signature: '0'.repeat(32), created: now };
        if (!store.find('Image', id))
          store.insert(
            'Image',
            { advertiser: advertiser.id },
            { file_name: `${file_name}-${place + 1}.jpeg`, ...facts },
            id,
          );
        return { id, url: `https://p16.acme.example/${id}.jpeg`, width, height };
      });
      return { list };
    }),
  ),
  get('file/music/get', ({ store, input, advertiser }) => {
    input.needChoice('music_scene', ['CAROUSEL_ADS']);
    const found = store.all('Music', { advertiser: advertiser.id });
    const { items, page_info } = pageOf(input, found, { usual: 20, max: 100 });
    return { musics: items.map(({ id, data }) => ({ music_id: id, ...data })), page_info };
  }),
];

function uploadType({ input }: AdvertiserCall): string {
  return input.choice('upload_type', ['UPLOAD_BY_FILE', 'UPLOAD_BY_URL']) ?? 'UPLOAD_BY_FILE';
}

function imageView({ id, data }: Entity<'Image'>): Record<string, unknown> {
  const { created, ...facts } = data;
  return {
    image_id: id,
    material_id: `7${String(created).slice(-12)}000001`,
    ...facts,
    image_url: `https://p16.acme.example/${id}?expires=${Math.floor((created + HOUR_MS) / 1000)}`,
    displayable: true,
    is_carousel_usable: fitsCarousel(facts),
    create_time: fileTime(created),
    modify_time: fileTime(created),
  };
}

/** A video cannot be used until it is transcoded. */
function videoView({ id, data }: Entity<'Video'>, now: number): Record<string, unknown> {
  const { created, ready, ...facts } = data;
  const isReady = ready <= now;
  return {
    video_id: id,
    material_id: `7${String(created).slice(-12)}000002`,
    ...facts,
    bit_rate: 1_500_000,
    video_cover_url: isReady ? `https://p16.acme.example/${id}.jpeg` : null,
    preview_url: isReady ? `https://v16.acme.example/${id}.mp4` : null,
    preview_url_expire_time: fileTime(now + 6 * HOUR_MS),
    displayable: isReady,
    allow_download: true,
    allowed_placements: isReady ? ['PLACEMENT_TIKTOK', 'PLACEMENT_PANGLE'] : [],
    create_time: fileTime(created),
    modify_time: fileTime(created),
  };
}
