import { afterEach, beforeEach, expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import { type Bed, pipelineBed, toolOf, trains, yard } from '../../pipeline/pipeline.testing.ts';
import type { Channel } from '../../tools/channel.ts';
import { isOpen, openChannels } from './plan-channels.ts';

const USD = { code: 'USD', digits: 2 };
const planned = {
  ...trains,
  mediaPlanning: {},
  reporting: {
    accounts: async () => [
      { id: '1', name: 'North', currency: USD, timeZone: 'UTC' },
      { id: '2', name: 'South', currency: USD, timeZone: 'UTC' },
      { id: '3', name: 'East' },
    ],
    account: async (_: unknown, id: string) => ({ id, name: 'East', currency: USD, timeZone: 'Asia/Tokyo' }),
  },
} as unknown as Channel;

let bed: Bed;
beforeEach(async () => {
  bed = await pipelineBed();
  bed.pipeline.tools = [toolOf(planned)];
});
afterEach(() => bed.discard());

async function opened(channels?: readonly string[], name = 'trains') {
  const workspace = (await bed.directory.workspace(bed.organizationId, bed.workspaceId))!;
  const call = { ...bed.call(), principal: { ...bed.principal, channels } };
  const found = await openChannels({ pipeline: bed.pipeline, call, workspace }, [name], AbortSignal.timeout(9_000));
  const place = found.get(name);
  return isOpen(place) ? place.accounts.map(({ id, timeZone }) => `${id} ${timeZone}`) : place?.refusal;
}

test('campaigns can be made in every account that the connection reaches, or in those it was given', async () => {
  expect(await opened()).toBe(`Trains is not connected in ${(await bed.directory.find(bed.workspaceId))!.name}.`);
  await bed.connect({ mode: 'sandbox' });
  expect(await opened()).toEqual(['1 UTC', '2 UTC', '3 Asia/Tokyo']);
  await bed.connect({ mode: 'sandbox', accounts: ['2', '3'] });
  expect(await opened()).toEqual(['2 UTC', '3 Asia/Tokyo']);
});

test('a key for other channels is told so, and nothing is asked of the platform', async () => {
  await bed.connect({ mode: 'sandbox' });
  expect(await opened(['yard'])).toContain('may not use the trains channel');
});

test('on a channel whose campaigns no sheet can make, it is said on which they can', async () => {
  bed.pipeline.tools = [toolOf(planned), toolOf(yard)];
  const refusal = 'Campaigns cannot be made from a sheet on Yard; they can on trains.';
  expect(await opened(undefined, 'yard')).toBe(refusal);
});

test('a platform that refuses to list its accounts closes its channel; a fault of ours is no answer of the platform', async () => {
  await bed.connect({ mode: 'sandbox' });
  const failing = (error: Error) => {
    const accounts = async () => {
      throw error;
    };
    bed.pipeline.tools = [toolOf({ ...planned, reporting: { ...planned.reporting, accounts } } as Channel)];
    return opened();
  };
  const busy = new Failure({ code: 'rate_limited', message: 'Too much.', nextStep: 'Wait.' });
  expect(await failing(busy)).toBe('Trains could not be asked: Too much.');
  await expect(failing(new TypeError('broken'))).rejects.toThrow('broken');
});
