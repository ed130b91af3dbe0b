import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { DAY_MS } from '../ambient.ts';
import { importsFolder } from '../process/data-files.ts';
import { ConversionImports } from './conversion-imports.ts';
import type { Looker } from './looker.ts';

let dataFolder: string;
let ambient: StillAmbient;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'adhelm-imports-'));
  ambient = stillAmbient();
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

/** Connected are one that takes conversions and one that does not. */
const CHANNELS = [{ name: 'video', conversions: {} }, { name: 'social', conversions: {} }, { name: 'office' }];
const placeOf = (workspaceId = 'ws_1') =>
  ({
    parts: { ambient, settings: { data: dataFolder }, registry: { channels: CHANNELS } },
    workspace: { id: workspaceId, connections: [{ channel: 'social' }, { channel: 'office' }] },
  }) as unknown as Looker;
const importsOf = (workspaceId?: string) => new ConversionImports(placeOf(workspaceId));
const folder = () => importsFolder(placeOf().parts.settings, 'ws_1');
/** Events that lack what they need, so that a slice of them sends nothing. */
const csv = (rows: number) =>
  `Event,Event ID,Time\n${Array.from({ length: rows }, (_, n) => `purchase,o-${n},yesterday`).join('\n')}\n`;
const take = (text: string, { isCut = false, fileName = 'events.csv' } = {}) =>
  importsOf().take({ content: Readable.from([text]), isCut: () => isCut, fileName });
const send = (id: string, from: number) => importsOf().send(placeOf(), id, from);

describe('a file of events', () => {
  test('is kept for its owner alone, without the upload and whatever it is called', async () => {
    const { id } = await take(csv(3), { fileName: '../../evil name.csv' });
    const own = join(folder(), id);
    expect(statSync(join(own, 'state.json')).mode & 0o777).toBe(0o600);
    expect(statSync(own).mode & 0o777).toBe(0o700);
    expect(readdirSync(own).filter((name) => name.startsWith('upload'))).toEqual([]);
    expect(await importsOf().get(id)).toMatchObject({ name: 'evil name.csv', rows: 3, next: 2, resultBytes: 0 });
  });

  test('is written nowhere but there, whatever it is called', async () => {
    await take(csv(1));
    const beside = join(folder(), 'keep.txt');
    writeFileSync(beside, 'kept');
    await take(csv(1), { fileName: '../../../keep.txt' });
    expect(readFileSync(beside, 'utf8')).toBe('kept');
  });

  test.each<[string, string, boolean]>([
    ['did not arrive whole', csv(3), true],
    ['holds no row', 'Event,Event ID,Time\n', false],
  ])('that %s leaves nothing behind', async (_, text, isCut) => {
    await expect(take(text, { isCut })).rejects.toMatchObject({ code: 'invalid_arguments' });
    expect(readdirSync(folder())).toEqual([]);
  });

  test('is that of its workspace, and no path leads to another', async () => {
    const { id } = await take(csv(1));
    await expect(importsOf('ws_2').get(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await importsOf('ws_2').list()).toEqual([]);
    for (const other of [`../imports/${id}`, `x/${id}`, '', 'imp_', '..'])
      await expect(importsOf().get(other), other).rejects.toMatchObject({ code: 'not_found' });
    await expect(importsOf('ws_2').remove(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(existsSync(join(folder(), id))).toBe(true);
  });

  test('goes after a week, the newest are listed first', async () => {
    const first = await take(csv(1));
    ambient.advance(7 * DAY_MS);
    const second = await take(csv(1));
    for (const _ of [1, 2]) expect((await importsOf().list()).map(({ id }) => id)).toEqual([second.id, first.id]);
    ambient.advance(1);
    expect((await importsOf().list()).map(({ id }) => id)).toEqual([second.id]);
    expect(readdirSync(folder())).toEqual([second.id]);
  });
});

describe('what a file is sent by', () => {
  const fixed = { map: {}, fixed: { source: 'store' } };

  test('is kept until something was sent, and not changed after that', async () => {
    const { id } = await take(csv(600));
    await importsOf().describe(id, fixed);
    expect((await importsOf().get(id)).request).toEqual(fixed);
    await send(id, 2);
    await importsOf().describe(id, { fixed: { source: 'web' } });
    expect((await importsOf().get(id)).request).toEqual(fixed);
  });

  test('has to be clear first', async () => {
    const { id } = await take('A,B\n1,2\n');
    for (const work of [() => importsOf().check(id, 2), () => send(id, 2)])
      await expect(work()).rejects.toMatchObject({
        code: 'invalid_arguments',
        message: expect.stringContaining('not clear yet'),
      });
    expect((await importsOf().get(id)).next).toBe(2);
  });
});

describe('a slice', () => {
  test('is sent once, also when two windows ask for it, and the next one from where it ended', async () => {
    const { id } = await take(csv(600));
    const [one, other] = await Promise.all([send(id, 2), send(id, 2)]);
    expect([one.next, other.next, one.counts, other.counts]).toEqual([502, 502, { refused: 500 }, { refused: 500 }]);
    expect((await send(id, 2)).counts).toEqual({ refused: 500 });
    const last = await send(id, 502);
    expect([last.next, last.counts]).toEqual([602, { refused: 600 }]);
    expect(await send(id, 602)).toEqual(last);
    const lines = readFileSync(importsOf().resultPath(id), 'utf8').trimEnd().split('\r\n');
    expect(lines[0]).toBe('row,event_id,problem,social');
    expect([lines.length, lines[1]?.slice(0, 6), lines.at(-1)?.slice(0, 10)]).toEqual([601, '2,o-0,', '601,o-599,']);
  });

  test('may hold any number of empty rows: the rows behind them are read', async () => {
    const rows = csv(50).split('\n').slice(1).join('\n');
    const { id } = await take(csv(50) + ',,\n'.repeat(700) + rows);
    let checked = 0;
    for (let from = 2; from <= 801; ) {
      const { next, refused } = await importsOf().check(id, from);
      checked += refused;
      from = next;
    }
    expect(checked).toBe(100);
    let state = await importsOf().get(id);
    while (state.next <= 801) state = await send(id, state.next);
    expect([state.next, state.counts]).toEqual([802, { refused: 100 }]);
    const lines = readFileSync(importsOf().resultPath(id), 'utf8').trimEnd().split('\r\n');
    expect([lines.length, lines.at(-1)?.slice(0, 9)]).toEqual([101, '801,o-49,']);
  });

  test('takes 7.1 and 7.10 for two events', async () => {
    const at = new Date().toISOString();
    const { id } = await take(`Event,Event ID,Time\npurchase,7.1,${at}\npurchase,7.10,${at}\n`);
    expect(await importsOf().check(id, 2)).toMatchObject({ good: 2, refused: 0 });
  });

  test('that was cut off in the middle is written over', async () => {
    const { id } = await take(csv(600));
    const { resultBytes } = await send(id, 2);
    const path = importsOf().resultPath(id);
    const whole = readFileSync(path, 'utf8');
    expect(Buffer.byteLength(whole)).toBe(resultBytes);
    writeFileSync(path, `${whole}502,o-500,half of a`);
    await send(id, 502);
    expect(readFileSync(path, 'utf8')).toMatch(/^502,o-500,(?!half)/m);
    expect(readFileSync(path, 'utf8')).not.toContain('half of a');
  });

  test('that is only checked sends nothing, and tells the rows that would be refused', async () => {
    const { id } = await take(csv(2));
    expect(await importsOf().check(id, 2)).toMatchObject({
      ...{ next: 4, good: 0, refused: 2 },
      problems: [{ row: 2, eventId: 'o-0', problem: expect.stringContaining('happened_at') }, { row: 3 }],
    });
    expect((await importsOf().get(id)).next).toBe(2);
    expect(existsSync(importsOf().resultPath(id))).toBe(false);
  });
});
