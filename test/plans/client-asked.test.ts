import { afterAll, beforeAll, expect, test } from 'vitest';
import { META } from '../../src/mcp/eras.ts';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from '../web/browser.ts';
import { invited } from '../web/people.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
type Any = any;

/** A client that can open addresses is led to the approvals page; what it answers itself approves nothing. */
let service: TestService;
let approver: Browser;
let agent: string;

beforeAll(async () => {
  service = await startTestService({ platforms: ['social'] });
  const workspaceId = await service.workspaceId('Acme');
  const owner = await ownerOf(service);
  approver = await invited(owner, 'approver@acme.example', 'approver', workspaceId);
  agent = (await owner.api.keys.create.mutate({ workspaceId, name: 'media-buyer', readOnly: false })).key;
  await owner.api.approvals.setPolicy.mutate({ workspaceId, rules: { create: 'approve' } });
});
afterAll(() => service?.close());

const TOOL = 'create_social_campaign';
const launch = (name: string) => ({
  name,
  objective: 'OUTCOME_TRAFFIC',
  special_ad_categories: [],
  daily_budget: 20,
});

async function modern(args: Any, more: object = {}, capabilities: object = { elicitation: { url: {} } }): Promise<Any> {
  return sent('social', { name: TOOL, arguments: args, ...more }, capabilities);
}

async function sent(address: string, call: Any, capabilities: object): Promise<Any> {
  const _meta = { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: capabilities };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': call.name };
  const reply = await service.post(
    address,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...call, _meta } },
    { key: agent, headers },
  );
  return ((await reply.json()) as Any).result;
}
const errorIn = (result: Any) => JSON.parse(result.content[0].text).error;
const answered = ({ requestState }: Any, action: string) => ({
  requestState,
  inputResponses: { approve: { action } },
});
const effects = async () =>
  ((await (await fetch(`${service.sandbox.controlOrigin}/ledger?platform=social`)).json()) as Any).effects.length;
const planOf = (question: Any) => question.inputRequests.approve.params.elicitationId as string;
const stateOf = async (id: string) => (await approver.api.approvals.get.query({ id })).state;

test('is led to the page of the plan by its address', async () => {
  const question = await modern(launch('Asked'));
  expect(question.resultType).toBe('input_required');
  const { method, params } = question.inputRequests.approve;
  expect(method).toBe('elicitation/create');
  expect(params).toMatchObject({ mode: 'url', elicitationId: expect.stringMatching(/^plan_/) });
  expect(params.url).toContain(params.elicitationId);
  expect(params.message).toContain('A person has to agree');
});

test('accepts by itself: nothing is approved, and nothing is made', async () => {
  const before = await effects();
  const question = await modern(launch('Accepted by a script'));
  const error = errorIn(await modern(launch('Accepted by a script'), answered(question, 'accept')));
  expect(error).toMatchObject({ code: 'approval_required', plan: { id: planOf(question), state: 'waiting' } });
  expect(await stateOf(planOf(question))).toBe('waiting');
  expect(await effects()).toBe(before);
});

test('declines: the plan stays, and a person can still agree; asked again, the call tells what was made and makes nothing', async () => {
  const before = await effects();
  const question = await modern(launch('Declined in the client'));
  const id = planOf(question);
  const declined = answered(question, 'decline');
  expect(errorIn(await modern(launch('Declined in the client'), declined))).toMatchObject({ plan: { id } });
  const { hash } = await approver.api.approvals.get.query({ id });
  await approver.api.approvals.approve.mutate({ id, hash });
  await expect.poll(() => stateOf(id)).toBe('applied');
  const { structuredContent } = await modern(launch('Declined in the client'), declined);
  expect(structuredContent.campaign.name).toBe('Declined in the client');
  expect(await effects()).toBe(before + 1);
});

test('with other arguments is asked about another plan', async () => {
  const question = await modern(launch('One'));
  const other = await modern({ ...launch('One'), daily_budget: 25 }, { requestState: question.requestState });
  expect(planOf(other)).not.toBe(planOf(question));
});

test('is led there from the address of all channels too, and told what was made', async () => {
  const args = { tool: `social_${TOOL}`, arguments: launch('Through the one address') };
  const through = (more: object = {}) =>
    sent('', { name: 'call_write_tool', arguments: args, ...more }, { elicitation: { url: {} } });
  const question = await through();
  const id = planOf(question);
  const { hash } = await approver.api.approvals.get.query({ id });
  await approver.api.approvals.approve.mutate({ id, hash });
  await expect.poll(() => stateOf(id)).toBe('applied');
  const { structuredContent } = await through(answered(question, 'accept'));
  expect(structuredContent.campaign.name).toBe('Through the one address');
});

test('that shows forms only gets the plan as an error', async () => {
  const error = errorIn(await modern(launch('Form'), {}, { elicitation: { form: {} } }));
  expect(error).toMatchObject({ code: 'approval_required', plan: { approve_url: expect.any(String) } });
});
