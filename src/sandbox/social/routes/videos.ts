import { filtered, fromArray } from '../../paging.ts';
import { badParameter, GraphError } from '../errors.ts';
import { graphTime } from '../format.ts';
import { createNode, saveNode } from '../graph/changes.ts';
import { type Ctx, type Operation, ofKind, type Recorder, stored } from '../graph/operation.ts';
import { videoState } from '../rules/media-rules.ts';
import type { GraphNode } from '../state.ts';

const video = ofKind('AdVideo');
const account = ofKind('AdAccount');
const CHUNK_BYTES = 1_048_576;
const LINKED_VIDEO_BYTES = 8 * CHUNK_BYTES;
const VIDEO_BYTES_MAX = 4 * 2 ** 30;
const VIDEO_NAMES = /\.(mp4|mov|m4v|avi|mkv|mpe?g|webm|3gp|wmv|flv)$/i;

export const videoType = video.type([], {
  ...stored('title', 'description'),
  name: (_, { data }) => data.title,
  length: (_, { data }) => data.seconds,
  status: (ctx, node) => statusOf(ctx, node),
  picture: (_, node) => thumbnail(node, 0),
  thumbnails: (_, node) => ({ data: thumbnails(node) }),
  source: (_, node) => `https://video.example/${node.id}.mp4`,
  is_instagram_eligible: () => true,
  published: () => false,
  created_time: (_, { data }) => graphTime(data.created, 'UTC'),
  updated_time: (_, { data }) => graphTime(data.created, 'UTC'),
});

function statusOf(ctx: Ctx, node: GraphNode<'AdVideo'>): unknown {
  const { status, progress } = videoState(node, ctx.world.now());
  const phase = (done: boolean, begun: boolean) => ({
    status: done ? 'complete' : begun ? 'in_progress' : 'not_started',
  });
  return {
    video_status: status === 'ready' ? 'ready' : 'processing',
    processing_progress: progress,
    uploading_phase: phase(status !== 'uploading', true),
    processing_phase: phase(status === 'ready', status === 'processing'),
    publishing_phase: phase(status === 'ready', false),
  };
}

function thumbnail(node: GraphNode<'AdVideo'>, which: number): string {
  return `https://scontent.example/video/${node.id}_${which}.jpg`;
}

function thumbnails(node: GraphNode<'AdVideo'>) {
  return [0, 1, 2].map((which) => ({
    id: `${node.id}${which}`,
    uri: thumbnail(node, which),
    width: 1280,
    height: 720,
    scale: 1,
    is_preferred: which === 0,
  }));
}

function make(ctx: Ctx, accountId: string, record: Recorder, bytes: number, uploaded: boolean): GraphNode<'AdVideo'> {
  const title = ctx.params.text('title') ?? ctx.params.text('name') ?? 'Untitled video';
  if (title.length >= 255) throw badParameter('Param title must be shorter than 255 characters', 'title');
  const description = ctx.params.text('description');
  const now = ctx.world.now();
  return createNode(
    ctx,
    record,
    'AdVideo',
    { account: accountId },
    {
      title,
      ...(description !== undefined && { description }),
      bytes,
      seconds: Math.max(1, Math.round(bytes / 350_000)),
      status: 'ACTIVE',
      created: now,
      ...(uploaded && { uploaded: now }),
    },
  );
}

function upload(ctx: Ctx, node: GraphNode<'AdAccount'>, record: Recorder): unknown {
  const phase = ctx.params.oneOf('upload_phase', ['start', 'transfer', 'finish', 'cancel']);
  if (phase === 'start') return start(ctx, node, record);
  if (phase !== undefined) return continueUpload(ctx, node.id, phase, record);
  const url = ctx.params.text('file_url');
  if (url !== undefined) {
    if (!/^https?:\/\//.test(url)) throw new GraphError(389, '(#389) Unable to fetch video file from URL.');
    return { id: make(ctx, node.id, record, LINKED_VIDEO_BYTES, true).id };
  }
  const file = ctx.files.find(({ field }) => field === 'source');
  if (!file) throw badParameter('Please supply file_url, source or upload_phase', 'source');
  if (file.filename !== '' && !VIDEO_NAMES.test(file.filename))
    throw new GraphError(352, '(#352) The video file you selected is in a format that we do not support.');
  if (file.content.length < 1024)
    throw new GraphError(
      382,
      '(#382) The video file you tried to upload is too small. The minimum size for a video is 1 KB. Please try again with a larger file.',
    );
  return { id: make(ctx, node.id, record, file.content.length, true).id };
}

function start(ctx: Ctx, node: GraphNode<'AdAccount'>, record: Recorder): unknown {
  const size = ctx.params.integer('file_size');
  if (size === undefined || size < 1024)
    throw new GraphError(382, '(#382) The video file you tried to upload is too small.');
  if (size > VIDEO_BYTES_MAX) throw new GraphError(6000, '(#6000) The video file is larger than 4 GB.');
  const made = make(ctx, node.id, record, size, false);
  const session = `${made.id}9`;
  ctx.store.run(
    'INSERT INTO social_uploads (session, video, size, received) VALUES (?, ?, ?, 0)',
    session,
    made.id,
    size,
  );
  return { upload_session_id: session, video_id: made.id, ...offsets(0, size) };
}

function offsets(received: number, size: number) {
  return { start_offset: String(received), end_offset: String(Math.min(size, received + CHUNK_BYTES)) };
}

/** A session lasts until it is finished or cancelled, and belongs to the account that began it. */
function continueUpload(
  ctx: Ctx,
  accountId: string,
  phase: 'transfer' | 'finish' | 'cancel',
  record: Recorder,
): unknown {
  const session = ctx.params.requiredText('upload_session_id');
  const row = ctx.store.row('SELECT * FROM social_uploads WHERE session = ?', session);
  const target = row && ctx.store.need('AdVideo', String(row.video));
  if (target?.links.account !== accountId)
    throw new GraphError(6001, '(#6001) There was a problem uploading your video file. Please try again.');
  const state = { size: Number(row!.size), received: Number(row!.received) };
  if (phase === 'transfer') return transfer(ctx, session, state);
  ctx.store.run('DELETE FROM social_uploads WHERE session = ?', session);
  if (phase === 'cancel') target.data.status = 'DELETED';
  else if (state.received < state.size)
    throw new GraphError(6000, '(#6000) There was a problem uploading your video file: it is incomplete.');
  else target.data.uploaded = ctx.world.now();
  const title = ctx.params.text('title');
  if (title !== undefined) target.data.title = title;
  saveNode(ctx, record, target, { phase });
  return { success: true };
}

function transfer(ctx: Ctx, session: string, { size, received }: { size: number; received: number }): unknown {
  const chunk = ctx.files.find(({ field }) => field === 'video_file_chunk');
  if (!chunk) throw badParameter('The parameter video_file_chunk is required', 'video_file_chunk');
  if (ctx.params.integer('start_offset') !== received) {
    throw new GraphError(6001, 'There was a problem uploading your video file.', {
      subcode: 1363037,
      transient: true,
      data: offsets(received, size),
    });
  }
  const next = Math.min(size, received + chunk.content.length);
  ctx.store.run('UPDATE social_uploads SET received = ? WHERE session = ?', next, session);
  return offsets(next, size);
}

export const operations: Operation[] = [
  account.list('advideos', ({ store, params }, node) => {
    const title = params.text('title')?.toLowerCase();
    return filtered(
      store.list('AdVideo', { account: node.id }),
      ({ data }) => data.status === 'ACTIVE' && (title === undefined || data.title.toLowerCase().includes(title)),
    );
  }),
  account.create('advideos', upload),
  account.remove(
    (ctx, node, record) =>
      removeVideo(ctx, ctx.store.findKind('AdVideo', ctx.params.requiredText('video_id')), node.id, record),
    'advideos',
  ),
  video.list('thumbnails', (_, node) => fromArray(thumbnails(node))),
  video.remove((ctx, node, record) => removeVideo(ctx, node, node.links.account!, record)),
];

function removeVideo(ctx: Ctx, node: GraphNode<'AdVideo'> | undefined, accountId: string, record: Recorder): unknown {
  if (node?.links.account !== accountId)
    throw badParameter('Param video_id must be a video of this ad account', 'video_id');
  node.data.status = 'DELETED';
  saveNode(ctx, record, node, { status: 'DELETED' }, 'delete');
  return { success: true };
}
