import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type CheckedLog, checkLog } from '../audit/check-log.ts';
import { Checkpoint, fingerprintOf, isSigned } from '../audit/checkpoint.ts';
import { storePlace } from '../process/home.ts';
import { openStoreAt } from '../store/open-store.ts';
import { type Command, type Given, optional, required, UsageError } from './command.ts';
import { requireYes, YES } from './confirmation.ts';
import { durationMs } from './duration.ts';
import { withHome } from './with-home.ts';

interface AuditVerb {
  options: readonly string[];
  takesFile?: boolean;
  run(given: Given, file: string | undefined): Promise<number>;
}

const VERBS: Readonly<Record<string, AuditVerb>> = {
  verify: { options: [], run: verify },
  checkpoint: { options: [], takesFile: true, run: checkpoint },
  check: { options: ['key', 'store'], takesFile: true, run: check },
  accept: { options: [], run: accept },
  'remove-old': { options: ['older-than', 'yes'], run: removeOld },
};

export const audit: Command = {
  name: 'audit',
  takes: 'verify|checkpoint|check|accept|remove-old [FILE]',
  summary:
    'Checks that nothing in the audit log was changed, removed or reordered; signs a checkpoint to keep elsewhere; checks one, without any secret; accepts a log that was put back; removes old entries.',
  options: {
    key: { type: 'string', meaning: "check: fingerprint of the signer's key, as you were given it", value: 'TEXT' },
    store: {
      type: 'string',
      meaning: 'check: the store or a backup of it (default: in the data folder)',
      value: 'FILE',
    },
    'older-than': { type: 'string', meaning: 'remove-old: age of the entries that go, like 400d', value: 'TIME' },
    yes: { ...YES, meaning: `remove-old: ${YES.meaning}` },
  },
  async run(given) {
    const [verb = '', file] = given.words;
    const known = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (!known) throw new UsageError(`audit takes one of: ${Object.keys(VERBS).join(', ')}.`);
    const own = Object.values(VERBS).flatMap(({ options }) => options);
    const misplaced = own.find((option) => option in given.options && !known.options.includes(option));
    if (misplaced) throw new UsageError(`audit ${verb} does not take --${misplaced}. See: adhelm audit --help`);
    if (file !== undefined && !known.takesFile)
      throw new UsageError(`audit ${verb} takes no ${JSON.stringify(file)}. See: adhelm audit --help`);
    return known.run(given, file);
  },
};

async function verify(given: Given): Promise<number> {
  const verdict = await withHome(given, (home) => home.audit.verify());
  const { ok, entries, removed, openIntents, firstBroken, mark } = verdict;
  if (given.json) given.print(JSON.stringify(verdict));
  else if (ok)
    given.print(
      [
        `Unbroken: ${entries - (removed?.entries ?? 0)} entries, ${openIntents} calls without a recorded outcome.`,
        ...(removed
          ? [
              `It begins after entry ${removed.entries}: those up to there were removed for their age, last at ${new Date(removed.at).toISOString()}.`,
            ]
          : []),
        `No entry was changed or taken out without the master key, and none of the first ${mark?.seq ?? 0} was cut off.`,
        'A data folder that was put back as a whole is found only by a checkpoint kept elsewhere: adhelm audit checkpoint.',
      ].join('\n'),
    );
  else given.print(`Broken at entry ${firstBroken?.seq}: ${firstBroken?.why}. Compare with a backup.`);
  return ok ? 0 : 1;
}

async function checkpoint(given: Given, file: string | undefined): Promise<number> {
  const made = await withHome(given, (home) => home.audit.checkpoint());
  const text = JSON.stringify(made, null, given.json ? 0 : 2);
  if (file === undefined) given.print(text);
  else {
    writeFileSync(file, `${text}\n`, { flag: 'wx' });
    given.print(
      `Written to ${file}: ${made.entries} entries. Keep it where this service cannot write.\nFingerprint of its key: ${fingerprintOf(made)}`,
    );
  }
  return 0;
}

/** Needs no master key and no service, only the checkpoint and a copy of the store. */
async function check(given: Given, file: string | undefined): Promise<number> {
  if (!file) throw new UsageError('audit check takes the checkpoint: adhelm audit check FILE');
  const signedFacts = readCheckpoint(file);
  const fingerprint = fingerprintOf(signedFacts);
  const expected = optional(given, 'key');
  const signed = isSigned(signedFacts) && (expected === undefined || expected === fingerprint);
  const log = signed ? await checkedLog(given, signedFacts) : undefined;
  const ok = signed && log?.same === true;
  if (given.json)
    given.print(JSON.stringify({ ok, signed, fingerprint, entries: signedFacts.entries, at: signedFacts.at, ...log }));
  else given.print(sentence(signedFacts, { signed, log, fingerprint, pinned: expected !== undefined }));
  return ok ? 0 : 1;
}

function readCheckpoint(file: string): Checkpoint {
  try {
    return Checkpoint.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new UsageError(`${JSON.stringify(file)} is not a checkpoint as adhelm audit checkpoint writes it.`);
  }
}

async function checkedLog(given: Given, made: Checkpoint): Promise<CheckedLog> {
  const named = optional(given, 'store');
  const own = storePlace(given.settings);
  const place = named === undefined ? own : { ...own, file: named, url: '' };
  if (place.url === '' && !existsSync(place.file))
    throw new UsageError(`There is no store at ${place.file}. Name it, or a backup of it, with --store.`);
  const store = await openStoreAt(place);
  try {
    return await checkLog(store, made);
  } finally {
    await store.close();
  }
}

function sentence(
  { entries, at }: Checkpoint,
  found: { signed: boolean; log: CheckedLog | undefined; fingerprint: string; pinned: boolean },
): string {
  if (!found.signed)
    return found.pinned
      ? 'The checkpoint is not signed with the key you named. It says nothing about the log.'
      : 'The signature of the checkpoint is wrong: it was changed after it was made.';
  const whose = found.pinned
    ? 'Signed with the key you named'
    : `Signed with the key ${found.fingerprint} (compare it with the one you were given, or pass --key)`;
  return found.log?.same
    ? `${whose}.\nThe log still holds its first ${entries} entries exactly as they were at ${at}; ${found.log.since} came since.`
    : `${whose}.\nThe log is not the one of ${at}: ${found.log?.why}.`;
}

async function accept(given: Given): Promise<number> {
  await withHome(given, (home) => home.audit.accept('command line'));
  given.print('The log as it is now counts as whole from here on. That it was accepted is its newest entry.');
  return 0;
}

async function removeOld(given: Given): Promise<number> {
  const before = Date.now() - durationMs(required(given, 'older-than'), 'older-than');
  const until = new Date(before).toISOString();
  return withHome(given, async (home) => {
    const { old } = await home.store.db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<number>().as('old'))
      .where('at', '<', before)
      .executeTakeFirstOrThrow();
    requireYes(
      given,
      `${old} entries written before ${until} would be removed from the audit log; a checkpoint (adhelm audit checkpoint FILE) and a backup keep proof of them.`,
    );
    const removed = await home.audit.removeBefore(before, 'command line');
    given.print(
      given.json
        ? JSON.stringify({ removed, before: until })
        : `${removed} entries are removed. The log verifies from the next one on: adhelm audit verify`,
    );
    return 0;
  });
}
