import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { loadSettings } from '../../src/config.ts';
import { type Home, openHome } from '../../src/process/home.ts';
import { adhelm, until } from './command-line.ts';
import { servedFolder } from './data-folder.ts';

const served = servedFolder();
let home: Home;
beforeAll(async () => {
  home = await openHome(loadSettings({ ADHELM_DATA: served.path }), realAmbient);
});
afterAll(() => home?.close());

const run = (...args: string[]) => adhelm([...args, '--data', served.path], { ADHELM_URL: served.service.url });
const put = (kind: string, key: string, runAt: number) =>
  home.store.transaction((tx) => home.jobs.put(tx, { kind, key, runAt }));

describe('jobs, beside the running service', () => {
  test('the service runs what is due; a kind that it does not know stays, and is late', async () => {
    await put('schedule', 'sched_gone', 0);
    await put('unknown', 'one', Date.now() - 600_000);
    await until(async () => ((await home.jobs.list({ kind: 'schedule', limit: 1 })).length === 0 ? true : undefined));
    const { code, stdout } = await run('jobs', '--kind', 'unknown', '--json');
    expect(code).toBe(0);
    const { counts, jobs } = JSON.parse(stdout);
    expect(counts).toContainEqual({ kind: 'unknown', due: 1, late: 1, failing: 0, running: 0 });
    expect(jobs).toMatchObject([{ kind: 'unknown', key: 'one', state: 'late', attempts: 0 }]);
    const doctor = await run('doctor');
    expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining('1 late (unknown 1)') });
  });

  test('one that fails is shown with its error, here and by doctor', async () => {
    await put('unknown', 'two', 0);
    await home.jobs.runDue([{ kind: 'unknown', run: () => Promise.reject(new Error('the mail server is away')) }]);
    const { stdout } = await run('jobs', '--state', 'failing');
    expect(stdout).toMatch(/^failing +unknown +two .* the mail server is away$/m);
    expect((await run('doctor')).stdout).toContain('failing (unknown 2): Error: the mail server is away');
  });

  test('a state that there is not is refused with those that there are', async () => {
    const { code, stderr } = await run('jobs', '--state', 'lost');
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('running, due, late') });
  });
});
