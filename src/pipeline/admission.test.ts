import { afterEach, beforeEach, expect, test } from 'vitest';
import { LISTED_MAX } from '../auth/directory.ts';
import { HttpError } from '../errors.ts';
import type { Admission } from './admission.ts';
import { type Bed, pipelineBed } from './pipeline.testing.ts';

let bed: Bed;
let admission: Admission;
beforeEach(async () => {
  bed = await pipelineBed();
  admission = bed.pipeline.admission;
});
afterEach(() => bed.discard());

async function refusal(work: () => unknown) {
  const error = await (async () => work())().catch((reason: unknown) => reason);
  if (!(error instanceof HttpError)) throw new Error(`no HttpError but ${String(error)}`);
  return { status: error.status, code: error.code, error: error.message };
}

test('a key uses the channels it was made for, or every one', async () => {
  const limited = { ...bed.principal, channels: ['search', 'social'] };
  expect(admission.mayUse(bed.principal, 'video')).toBe(true);
  expect(admission.mayUse(limited, 'social')).toBe(true);
  expect(admission.mayUse(limited, 'video')).toBe(false);
  expect(() => admission.checkChannel(limited, 'search')).not.toThrow();
  expect(await refusal(() => admission.checkChannel(limited, 'video'))).toEqual({
    status: 403,
    code: 'FORBIDDEN',
    error:
      'The key "Morning" may not use the video channel. It may use: search, social. Ask for a key that includes video.',
  });
});

test('a call is about the workspace it names, when its key reaches that, and else about its own', async () => {
  const { organizationId, workspaceId, principal } = bed;
  const other = await bed.directory.createWorkspace({ organizationId, name: 'Other', currency: 'EUR' });
  const wide = { ...principal, organizationWide: true };
  for (const named of [undefined, '', 7, workspaceId])
    expect(await admission.workspace(principal, named)).toMatchObject({ id: workspaceId });
  expect(await admission.workspace(wide, other.id)).toMatchObject({ id: other.id });
  expect(await admission.workspace(wide, other.id)).toMatchObject({ id: other.id });
  expect(await refusal(() => admission.workspace(principal, other.id))).toEqual({
    status: 403,
    code: 'FORBIDDEN',
    error: 'The key "Morning" works in its own workspace only. Leave out workspaceId, or use an organization-wide key.',
  });
  expect(await admission.workspace(wide, ' oTHER')).toMatchObject({ id: other.id });
  await expect(async () => admission.workspace(principal, 'Other')).rejects.toThrow('its own workspace only');
  await expect(async () => admission.workspace(wide, 'ws_none')).rejects.toMatchObject({
    code: 'not_found',
    details: { message: expect.stringContaining(`Other (${other.id})`), problems: [{ field: 'workspaceId' }] },
  });
});

test('of workspaces whose names differ by case only, the one that is written so is meant, and none is guessed', async () => {
  const { organizationId, principal, directory } = bed;
  const wide = { ...principal, organizationWide: true };
  const make = (name: string) => directory.createWorkspace({ organizationId, name, currency: 'EUR' });
  const upper = await make('Ärzte');
  bed.ambient.advance(1);
  const lower = await make('ärzte');
  expect(await admission.workspace(wide, 'Ärzte')).toMatchObject({ id: upper.id });
  expect(await admission.workspace(wide, 'ärzte')).toMatchObject({ id: lower.id });
  await expect(async () => admission.workspace(wide, 'ÄRZTE')).rejects.toMatchObject({
    code: 'conflict',
    details: { problems: [{ field: 'workspaceId', allowed_values: [upper.id, lower.id] }] },
  });
});

test('a workspace is known by its name, however many are older', async () => {
  const { organizationId, principal, directory } = bed;
  const make = (name: string) => directory.createWorkspace({ organizationId, name, currency: 'EUR' });
  await Promise.all(Array.from({ length: LISTED_MAX }, (_, at) => make(`Client ${at}`)));
  bed.ambient.advance(1);
  const { id } = await make('Newest');
  const wide = { ...principal, organizationWide: true };
  expect(await admission.workspace(wide, 'newest')).toMatchObject({ id });
});

test('a key sees its own workspace, or all of its organization', async () => {
  const { organizationId, workspaceId, principal } = bed;
  await bed.directory.createWorkspace({ organizationId, name: 'Other', currency: 'EUR' });
  const own = { workspaces: [{ id: workspaceId }], total: 1 };
  expect(await admission.visible(principal)).toMatchObject(own);
  expect(await admission.visible(principal)).toMatchObject(own);
  expect((await admission.visible({ ...principal, organizationWide: true })).total).toBe(2);
  expect(await admission.visible({ ...principal, workspaceId: 'ws_none' })).toEqual({ workspaces: [], total: 0 });
});

test('a key reaches a channel through its own workspace, or through any', async () => {
  const { organizationId, principal } = bed;
  const wide = { ...principal, organizationWide: true };
  const other = await bed.directory.createWorkspace({ organizationId, name: 'Other', currency: 'EUR' });
  expect(await admission.reaches(wide, 'trains')).toBe(false);
  await bed.connect();
  expect(await admission.reaches(principal, 'trains')).toBe(true);
  expect(await admission.reaches(principal, 'video')).toBe(false);
  const elsewhere = { ...principal, workspaceId: other.id };
  expect(await admission.reaches(elsewhere, 'trains')).toBe(false);
  expect(await admission.reaches({ ...elsewhere, organizationWide: true }, 'trains')).toBe(true);
  expect(await admission.reaches({ ...principal, workspaceId: 'ws_none' }, 'trains')).toBe(false);
});

test('a workspace without the connection says where to look', async () => {
  await bed.connect();
  const workspace = await admission.workspace(bed.principal, undefined);
  expect(admission.connection(workspace, 'trains')).toMatchObject({ channel: 'trains' });
  expect(await refusal(() => admission.connection(workspace, 'video'))).toEqual({
    status: 403,
    code: 'FORBIDDEN',
    error:
      'The video channel is not connected in the workspace "Acme". Connect it there, or name a workspace where it is (list_workspaces shows which).',
  });
});
