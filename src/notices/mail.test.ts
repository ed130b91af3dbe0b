import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seedWorkspace } from '../store/store.testing.ts';
import { mailerOf } from './mail.ts';
import { type NoticesScene, noticesScene } from './notices.testing.ts';

interface Received {
  from: string;
  to: string[];
  raw: string;
}

let at: NoticesScene;
let server: SMTPServer;
let mails: Received[];
let refuses: boolean;

beforeEach(async () => {
  mails = [];
  refuses = false;
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'adhelm' && password === 'pass' ? done(null, { user: username }) : done(new Error('no')),
    onData(stream, session, done) {
      text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw });
        done(refuses ? Object.assign(new Error('full'), { responseCode: 452 }) : null);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  at = await noticesScene({ smtpUrl: `smtp://adhelm:pass@127.0.0.1:${port}`, mailFrom: 'adhelm@example.com' });
  await at.store.db
    .insertInto('members')
    .values({
      id: 'mem_1',
      organization_id: at.organizationId,
      workspace_id: at.workspaceId,
      email: 'ann@example.com',
      role: 'member',
      created_at: 0,
    })
    .execute();
});
afterEach(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await at.close();
});

const addMail = (address = 'Ann@Example.com') => at.add({ kind: 'email', name: 'Ann', address });

it('a member gets the words as text and as HTML, with what is attached', async () => {
  const { secret, endpoint } = await addMail();
  expect(secret).toBeUndefined();
  expect(endpoint.address).toBe('ann@example.com');
  await at.happen({
    id: 'evt_1',
    words: { title: 'Spend <up> & away', text: 'It cost 700 €.\n<script>', path: '/alerts' },
    attachments: [
      { name: 'rows.csv', type: 'text/csv', data: Buffer.from('a,b\n1,2\n') },
      { name: 'chart.png', type: 'image/png', data: Buffer.from([137, 80, 78, 71]) },
    ],
  });
  // Another event of the workspace, and one of the same id elsewhere, have files of their own.
  const elsewhere = await seedWorkspace(at.store, 'Elsewhere');
  const attachments = [{ name: 'other.csv', type: 'text/csv', data: Buffer.from('x') }];
  await at.happen({ id: 'evt_0', attachments, endpoints: [] });
  await at.happen({ id: 'evt_1', attachments, ...elsewhere });
  await at.runDue();
  expect(mails).toHaveLength(1);
  const [{ from, to, raw }] = mails as [Received];
  expect(raw).not.toContain('other.csv');
  expect({ from, to }).toEqual({ from: 'adhelm@example.com', to: ['ann@example.com'] });
  expect(raw).toContain('Subject: Spend <up> & away');
  expect(raw).toContain('Auto-Submitted: auto-generated');
  expect(raw).toContain('multipart/alternative');
  expect(raw).toContain('https://ads.example.com/alerts');
  expect(raw).toContain('&lt;script&gt;');
  expect(raw.replaceAll('=\r\n', '')).toContain('<h2>Spend &lt;up&gt; &amp; away</h2>');
  expect(raw).toContain('filename=rows.csv');
  expect(raw).toContain('filename=chart.png');
  expect(raw).toContain(Buffer.from([137, 80, 78, 71]).toString('base64'));
  expect(raw).toMatch(/^Message-ID: <evt_1\.ep_\w+@adhelm>/m);
  await expect.poll(() => server.connections.size, { timeout: 5_000 }).toBe(0);
});

it('nothing in an event becomes a header or another recipient', async () => {
  await addMail();
  await at.happen({
    id: 'evt_2\r\nBcc: a@evil.example',
    words: { title: 'Sale\r\nBcc: b@evil.example\r\n\r\nbody', text: 'x' },
    attachments: [
      { name: 'a\r\nBcc: c@evil.example.csv', type: 'text/csv\r\nBcc: d@evil.example', data: Buffer.from('x') },
      { name: '../..\\b.csv', type: 'text/csv', data: Buffer.from('x') },
    ],
  });
  await at.runDue();
  const [{ to, raw }] = mails as [Received];
  expect(to).toEqual(['ann@example.com']);
  expect(raw).not.toMatch(/^Bcc:/im);
  expect(raw).toContain('filename=.._.._b.csv');
  expect(raw).toContain('Content-Type: application/octet-stream');
  expect(raw).toMatch(/^Message-ID: <[\w.-]+@adhelm>/m);
});

it.each([
  'bob@example.com',
  'ann@example.com, bob@example.com',
  'ann@example.com\r\nBcc: bob@example.com',
  '<ann@example.com>',
])('a stranger gets none: %j', async (address) => {
  await expect(addMail(address)).rejects.toMatchObject({ code: 'invalid_arguments' });
});

it('a member of another workspace or organization is a stranger, one of the whole organization is not', async () => {
  const other = await seedWorkspace(at.store);
  const workspace = { organization_id: at.organizationId, name: 'Second', currency: 'USD', archived_at: null };
  await at.store.db
    .insertInto('workspaces')
    .values({ ...workspace, id: 'ws_2', created_at: 0 })
    .execute();
  const members = [
    { id: 'mem_2', organization_id: at.organizationId, workspace_id: 'ws_2', email: 'beside@example.com' },
    { id: 'mem_3', organization_id: other.organizationId, workspace_id: null, email: 'outside@example.com' },
    { id: 'mem_4', organization_id: at.organizationId, workspace_id: null, email: 'above@example.com' },
    { id: 'mem_5', organization_id: at.organizationId, workspace_id: null, email: 'a@example.com,b@example.com' },
  ];
  const values = members.map((member) => ({ ...member, role: 'member' as const, created_at: 0 }));
  await at.store.db.insertInto('members').values(values).execute();
  for (const address of ['beside@example.com', 'outside@example.com', 'a@example.com,b@example.com'])
    await expect(addMail(address), address).rejects.toMatchObject({ code: 'invalid_arguments' });
  expect((await addMail('above@example.com')).endpoint.address).toBe('above@example.com');
});

it('somebody who left the workspace gets no more', async () => {
  await addMail();
  await at.store.db.deleteFrom('members').execute();
  const id = await at.happen();
  await at.runDue();
  expect(mails).toEqual([]);
  const { attempts } = await at.store.db
    .selectFrom('notice_deliveries')
    .select('attempts')
    .where('event_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(attempts)[0].error).toContain('no longer');
});

it('what the mail server does not take is tried again, with the same message id', async () => {
  await addMail();
  refuses = true;
  const id = await at.happen();
  await at.runDue();
  refuses = false;
  at.ambient.advance(60_000);
  await at.runDue();
  expect(mails.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]?.trim())).toEqual(
    Array(2).fill(expect.stringContaining(`<${id}.ep_`)),
  );
  const row = await at.store.db.selectFrom('notice_deliveries').selectAll().executeTakeFirstOrThrow();
  expect(row.state).toBe('delivered');
  expect(JSON.parse(row.attempts)[0]).toMatchObject({ status: 452, error: 'The mail server did not take it (452).' });
});

it('a mail server that says nothing is left at once when the service stops', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const mailer = mailerOf({ smtpUrl, mailFrom: 'adhelm@example.com' })!;
  const stopping = new AbortController();
  const mail = {
    to: 'ann@example.com',
    messageId: 'm',
    words: { title: '', text: '' },
    link: undefined,
    attachments: [],
  };
  const sending = mailer.send(mail, stopping.signal);
  const [socket] = (await once(silent, 'connection')) as [Socket];
  const left = once(socket.resume(), 'close');
  const stoppedAt = performance.now();
  stopping.abort(new Error('stopping'));
  await expect(sending).rejects.toThrow('stopping');
  await left;
  // Well before the mailer's own patience of 15 seconds ends.
  expect(performance.now() - stoppedAt).toBeLessThan(5_000);
  silent.close();
});
