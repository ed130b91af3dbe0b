import type { Emulator } from '../../emulator.ts';

/** The smallest platform there can be, for the tests of the sandbox itself: it keeps notes. */
const notes: Emulator = {
  platform: 'notes',
  coverage: {
    routes: [
      { method: 'GET', path: '/notes', state: 'supported' },
      { method: 'POST', path: '/notes', state: 'supported' },
      { method: 'POST', path: '/notes/broken', state: 'supported', note: 'fails after its work' },
      { method: 'GET', path: '/time', state: 'supported' },
      { method: 'POST', path: '/notes/{id}:copy', state: 'absent', note: 'nobody copies notes' },
    ],
    rules: [{ object: 'note', number: 1, rule: 'A note may say anything.', state: 'enforced' }],
  },

  prepare({ db }) {
    db.exec('CREATE TABLE IF NOT EXISTS notes_notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)');
    const { count } = db.prepare('SELECT count(*) AS count FROM notes_notes').get()!;
    if (count === 0) db.exec(`INSERT INTO notes_notes (text) VALUES ('seeded')`);
  },

  mount(app, world) {
    const write = (text: string) =>
      world.change((record) => {
        const { lastInsertRowid } = world.db.prepare('INSERT INTO notes_notes (text) VALUES (?)').run(text);
        record({ kind: 'create', resource: 'note', id: String(lastInsertRowid), account: 'me', detail: { text } });
        if (text === 'broken') throw new Error('broken on purpose');
        return { id: String(lastInsertRowid) };
      });
    app.get('/time', () => ({ now: world.now() }));
    app.get('/notes', () =>
      world.db
        .prepare('SELECT text FROM notes_notes ORDER BY id')
        .all()
        .map((row) => row.text),
    );
    app.post('/notes', (request) => write(String(request.body)));
    app.post('/notes/broken', () => write('broken'));
  },

  faultReply(kind) {
    return {
      status: kind === 'throttle' ? 429 : 500,
      headers: { 'x-worded-by': 'notes' },
      body: `{"fault":"${kind}"}`,
    };
  },

  grants(world) {
    return [{ company: 'Acme', credentials: { token: 'note-taker', url: world.origin('notes') } }];
  },
};

export default notes;
