import { expect, test } from 'vitest';
import { good, money, professionalForTests, US } from '../calls.testing.ts';

const sandbox = professionalForTests();
const campaigns = `adAccounts/${US}/adCampaigns`;
const METHOD = { method: 'BATCH_PARTIAL_UPDATE' };
const set = (fields: Record<string, unknown>) => ({ patch: { $set: fields } });

async function twoCampaigns(): Promise<[string, string]> {
  const group = await sandbox.create(`adAccounts/${US}/adCampaignGroups`, good.group);
  return [await sandbox.create(campaigns, good.campaign(group)), await sandbox.create(campaigns, good.campaign(group))];
}

test('a batch answers for each of its members, and what is wrong with one stops no other', async () => {
  const [one, two] = await twoCampaigns();
  const { status, body } = await sandbox.send('POST', `${campaigns}?ids=List(${one},${two},1)`, {
    ...METHOD,
    body: { entities: { [one]: set({ name: 'New' }), [two]: set({ dailyBudget: money('1') }), 1: set({ name: 'x' }) } },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    results: { [one]: { status: 204 } },
    errors: { [two]: { status: 400, code: 'FIELD_VALUE_TOO_LOW' }, 1: { status: 404 } },
  });
  expect((await sandbox.get(`${campaigns}/${one}`)).name).toBe('New');
});

test('the ids of the query and of the body have to be the same, and the method has to be named', async () => {
  const [one, two] = await twoCampaigns();
  const body = { entities: { [one]: set({ name: 'New' }) } };
  expect(await sandbox.refused('POST', `${campaigns}?ids=List(${one},${two})`, { ...METHOD, body })).toMatchObject({
    status: 400,
  });
  expect(await sandbox.refused('POST', `${campaigns}?ids=List(${one})`, { body })).toMatchObject({ status: 400 });
  expect((await sandbox.get(`${campaigns}/${one}`)).name).toBe('C');
});

test('a percent sign that encodes nothing is refused wherever it stands', async () => {
  const [one] = await twoCampaigns();
  const body = { entities: { '%zz': set({ name: 'New' }) } };
  expect(await sandbox.refused('POST', `${campaigns}?ids=List(${one})`, { ...METHOD, body })).toMatchObject({
    status: 400,
  });
  expect(await sandbox.refused('GET', `${campaigns}?q=search&%zz=1`)).toMatchObject({ status: 400 });
});

test('keys of creatives are taken encoded or plain, and come back decoded', async () => {
  const { elements } = await sandbox.get(`adAccounts/${US}/creatives?q=criteria&pageSize=2`);
  const [one, two] = elements.map(({ id }: { id: string }) => id);
  const { body } = await sandbox.send(
    'POST',
    `adAccounts/${US}/creatives?ids=List(${[one, two].map(encodeURIComponent).join()})`,
    { ...METHOD, body: { entities: { [one]: set({ name: 'A' }), [encodeURIComponent(two)]: set({ name: 'B' }) } } },
  );
  expect(body).toEqual({ results: { [one]: { status: 204 }, [two]: { status: 204 } }, errors: {} });
});
