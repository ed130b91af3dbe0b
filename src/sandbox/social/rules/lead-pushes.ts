import { createHmac } from 'node:crypto';
import { SECOND_MS } from '../../../ambient.ts';
import { unit } from '../../chance.ts';
import type { World } from '../../emulator.ts';
import type { GraphNode, Store } from '../state.ts';
import { bringLeads } from './lead-arrivals.ts';

/** Some pushes come twice, as the platform warns. */
const TWICE_SHARE = 0.1;
const CHANGES_MAX = 100;

/** Brings in what time brought, and tells the subscribed apps of it. */
export function pushLeads(store: Store, world: World): void {
  bringLeads(store, world);
  for (const app of store.all('Application')) {
    const { subscription } = app.data;
    if (subscription?.verified) tellOfLeads(store, world, app);
    else if (subscription) verify(store, world, app);
  }
}

/** An address is believed once it repeats a number that was sent with its verify token. */
function verify(store: Store, world: World, { id, data }: GraphNode<'Application'>): void {
  const { callback_url, verify_token } = data.subscription!;
  const challenge = String(Math.floor(unit(callback_url, world.now()) * 1e9));
  const url = new URL(callback_url);
  url.searchParams.set('hub.mode', 'subscribe');
  url.searchParams.set('hub.challenge', challenge);
  url.searchParams.set('hub.verify_token', verify_token);
  void world.push({ method: 'GET', url: url.href, triesMax: 1 }).then(({ status, body }) => {
    if (status !== 200 || body.trim() !== challenge) return;
    world.change(() => {
      const app = store.need('Application', id);
      if (!app.data.subscription) return;
      // Leads from before are not told of.
      app.data.subscription = { ...app.data.subscription, verified: true, told: newest(store) };
      store.save(app);
    });
  });
}

function newest(store: Store): number {
  return store.all('Lead')[0]?.seq ?? 0;
}

function tellOfLeads(store: Store, world: World, app: GraphNode<'Application'>): void {
  const subscription = app.data.subscription!;
  const isTold = (page: string) => store.need('Page', page).data.told_apps?.includes(app.id) ?? false;
  const leads: GraphNode<'Lead'>[] = [];
  for (const { item } of store.list('Lead').scan('backward', subscription.told)) leads.push(item);
  if (leads.length === 0) return;
  world.change(() => {
    app.data.subscription = { ...subscription, told: leads.at(-1)!.seq };
    store.save(app);
  });
  const told = leads.filter(({ data }) => isTold(data.page) && !data.deleted);
  for (let at = 0; at < told.length; at += CHANGES_MAX) {
    const some = told.slice(at, at + CHANGES_MAX);
    const times = unit('twice', some[0]!.id) < TWICE_SHARE ? 2 : 1;
    for (let time = 0; time < times; time++) send(world, app, messageOf(some, world.now()));
  }
}

function send(world: World, { data }: GraphNode<'Application'>, body: string): void {
  const signature = createHmac('sha256', data.secret).update(body).digest('hex');
  void world.push({
    url: data.subscription!.callback_url,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
  });
}

/** Ids only: the answers have to be fetched. */
function messageOf(leads: readonly GraphNode<'Lead'>[], now: number): string {
  const time = Math.floor(now / SECOND_MS);
  const entry = [...Map.groupBy(leads, ({ data }) => data.page)].map(([page, group]) => ({
    id: page,
    time,
    changes: group.map(({ id, data }) => ({
      field: 'leadgen',
      value: {
        leadgen_id: id,
        page_id: page,
        form_id: data.form,
        ...(data.ad !== undefined && { adgroup_id: data.ad, ad_id: data.ad }),
        created_time: Math.floor(data.created / SECOND_MS),
      },
    })),
  }));
  return JSON.stringify({ object: 'page', entry });
}
