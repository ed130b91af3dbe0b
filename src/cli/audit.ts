import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type CheckedLog, checkLog } from '../audit/check-log.ts';
import { Checkpoint, fingerprintOf, isSigned } from '../audit/checkpoint.ts';
import { storePlace } from '../process/home.ts';
import { openStoreAt } from '../store/open-store.ts';
import { type Command, type Given, optional, UsageError } from './command.ts';
import { withHome } from './with-home.ts';

const VERBS: Readonly<Record<string, (given: Given, file: string | undefined) => Promise<number>>> = {
  verify,
  checkpoint,
  check,
  accept,
};

export const audit: Command = {
  name: 'audit',
  takes: 'verify|checkpoint|check|accept [FILE]',
  summary:
    'Checks that nothing in the audit log was changed, removed or reordered; signs a checkpoint to keep elsewhere; checks one, without any secret; accepts a log that was put back.',
  options: {
    key: { type: 'string', meaning: "check: fingerprint of the signer's key, as you were given it", value: 'TEXT' },
    store: {
      type: 'string',
      meaning: 'check: the store or a backup of it (default: in the data folder)',
      value: 'FILE',
    },
  },
  async run(given) {
    const [verb = '', file] = given.words;
    const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (!run) throw new UsageError(`audit takes one of: ${Object.keys(VERBS).join(', ')}.`);
    const misplaced = verb === 'check' ? undefined : ['key', 'store'].find((option) => option in given.options);
    if (misplaced) throw new UsageError(`audit ${verb} does not take --${misplaced}.`);
    if (file !== undefined && !verb.startsWith('check'))
      throw new UsageError(`audit ${verb} takes no ${JSON.stringify(file)}. See: adhelm audit --help`);
    return run(given, file);
  },
};

async function verify(given: Given): Promise<number> {
  const verdict = await withHome(given, (home) => home.audit.verify());
  const { ok, entries, openIntents, firstBroken, mark } = verdict;
  if (given.json) given.print(JSON.stringify(verdict));
  else if (ok)
    given.print(
      [
        `Unbroken: ${entries} entries, ${openIntents} calls without a recorded outcome.`,
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
