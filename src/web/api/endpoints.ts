import { z } from 'zod';
import { ENDPOINT_KINDS } from '../../notices/endpoint.ts';
import { CHOSEN_EVENTS } from '../../notices/events.ts';
import { attemptView, deliveryViews, endpointsIn, endpointView, whereOf } from '../endpoints.ts';
import { Actor, Done, Id, Moment } from '../shapes.ts';
import { inWorkspace, router } from './procedure.ts';

const EventName = z.enum(CHOSEN_EVENTS);
const Name = z.string().trim().min(1, 'is empty').max(100);
const Events = z.array(EventName).min(1, 'is empty').max(CHOSEN_EVENTS.length);

const EndpointView = z.object({
  id: Id,
  kind: z.enum(ENDPOINT_KINDS),
  name: z.string(),
  /** Host and last four characters of a URL, or the mail address. */
  address: z.string(),
  events: z.array(EventName),
  state: z.enum(['on', 'off']),
  offBecause: z.string().nullable(),
  failingSince: Moment.nullable(),
  deliveredAt: Moment.nullable(),
  /** Until then the secret before the last rotation is signed with, too. */
  previousSecretUntil: Moment.nullable(),
  createdAt: Moment,
  createdBy: Actor,
});

const AttemptView = z.object({
  at: Moment,
  ms: z.number(),
  status: z.number().nullable(),
  /** Null: it was taken. */
  error: z.string().nullable(),
  answer: z.string().nullable(),
});

const DeliveryState = z.enum(['waiting', 'delivered', 'failed']);

const DeliveryView = z.object({
  id: Id,
  /** As the header `webhook-id`: the same over all attempts and replays. */
  webhookId: z.string(),
  type: z.string(),
  title: z.string(),
  state: DeliveryState,
  attempts: z.array(AttemptView),
  nextAt: Moment.nullable(),
  createdAt: Moment,
});

/** Only this answer holds the signing secret; null for kinds that are not signed. */
const WithSecret = z.object({ endpoint: EndpointView, secret: z.string().nullable() });

const inEndpoint = (role: 'viewer' | 'owner') => inWorkspace(role).input(z.object({ id: Id }));

/** Where alerts go. */
export const endpoints = router({
  list: inWorkspace('viewer')
    .output(
      z.object({
        endpoints: z.array(EndpointView),
        /** What can be chosen. */
        events: z.array(EventName),
        /** Whether a mail server is configured. */
        mails: z.boolean(),
      }),
    )
    .query(({ ctx }) => endpointsIn(ctx)),
  create: inWorkspace('owner')
    .input(
      z.object({
        kind: z.enum(ENDPOINT_KINDS),
        name: Name,
        /** A URL, or the mail address of a member. */
        address: z.string().trim().min(1, 'is empty').max(2_000),
        /** Left out: all. */
        events: Events.optional(),
      }),
    )
    .output(WithSecret)
    .mutation(async ({ ctx, input: { kind, name, address, events } }) => {
      const { endpoints } = ctx.parts.home;
      const made = await endpoints.create({ ...whereOf(ctx), kind, name, address, events }, ctx.person.id);
      return { endpoint: await endpointView(ctx, made.endpoint), secret: made.secret ?? null };
    }),
  update: inEndpoint('owner')
    .input(z.object({ name: Name.optional(), events: Events.optional(), on: z.boolean().optional() }))
    .output(EndpointView)
    .mutation(async ({ ctx, input: { id, name, events, on } }) =>
      endpointView(
        ctx,
        await ctx.parts.home.endpoints.update({ ...whereOf(ctx), id }, { name, events, on }, ctx.person.id),
      ),
    ),
  /** Both secrets are signed with for a day. */
  rotate: inEndpoint('owner')
    .output(WithSecret)
    .mutation(async ({ ctx, input: { id } }) => {
      const { endpoint, secret } = await ctx.parts.home.endpoints.rotate({ ...whereOf(ctx), id }, ctx.person.id);
      return { endpoint: await endpointView(ctx, endpoint), secret };
    }),
  remove: inEndpoint('owner')
    .output(Done)
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.parts.home.endpoints.remove({ ...whereOf(ctx), id }, ctx.person.id);
      return { done: true };
    }),
  /** Sends a test event now and tells what came of it. */
  test: inEndpoint('owner')
    .output(AttemptView)
    .mutation(async ({ ctx, input: { id } }) =>
      attemptView(await ctx.parts.home.endpoints.test({ ...whereOf(ctx), id }, ctx.person.id, ctx.gone())),
    ),
  deliveries: inEndpoint('viewer')
    .input(
      z.object({
        state: DeliveryState.optional(),
        limit: z.int().min(1).max(200).default(50),
        after: z.string().max(400).optional(),
      }),
    )
    .output(z.object({ deliveries: z.array(DeliveryView), next: z.string().nullable() }))
    .query(({ ctx, input }) => deliveryViews(ctx, input)),
  /** One delivery again, with the same id. */
  replay: inEndpoint('owner')
    .input(z.object({ deliveryId: Id }))
    .output(Done)
    .mutation(async ({ ctx, input: { id, deliveryId } }) => {
      await ctx.parts.home.endpoints.find({ ...whereOf(ctx), id });
      await ctx.parts.home.deliveryLog.replay({ workspaceId: ctx.workspace.id, endpointId: id }, deliveryId);
      return { done: true };
    }),
  /** Everything again that failed since. */
  replayFailed: inEndpoint('owner')
    .input(z.object({ since: Moment }))
    .output(z.object({ replayed: z.number() }))
    .mutation(async ({ ctx, input: { id, since } }) => {
      await ctx.parts.home.endpoints.find({ ...whereOf(ctx), id });
      const of = { workspaceId: ctx.workspace.id, endpointId: id };
      return { replayed: await ctx.parts.home.deliveryLog.replayFailed(of, Date.parse(since)) };
    }),
});
