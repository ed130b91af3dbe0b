import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, runCommand, UsageError } from './cli/command.ts';
import { inOneSentence } from './cli/in-one-sentence.ts';
import { SettingError } from './config.ts';

/** Each command is loaded when it is run: `key list` needs no web server. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./cli/serve.ts')).serve,
  sandbox: async () => (await import('./cli/sandbox.ts')).sandbox,
  key: async () => (await import('./cli/key.ts')).key,
  grant: async () => (await import('./cli/grant.ts')).grant,
  plan: async () => (await import('./cli/plan.ts')).plan,
  policy: async () => (await import('./cli/policy.ts')).policy,
  limit: async () => (await import('./cli/limit.ts')).limit,
  endpoint: async () => (await import('./cli/endpoint.ts')).endpoint,
  workspace: async () => (await import('./cli/workspace.ts')).workspace,
  member: async () => (await import('./cli/member.ts')).member,
  connect: async () => (await import('./cli/connect.ts')).connect,
  'connect-agent': async () => (await import('./cli/connect-agent.ts')).connectAgent,
  jobs: async () => (await import('./cli/jobs.ts')).jobs,
  leads: async () => (await import('./cli/leads.ts')).leads,
  disconnect: async () => (await import('./cli/disconnect.ts')).disconnect,
  user: async () => (await import('./cli/user.ts')).user,
  call: async () => (await import('./cli/call.ts')).call,
  stop: async () => (await import('./cli/stop.ts')).stop,
  report: async () => (await import('./cli/report.ts')).report,
  conversions: async () => (await import('./cli/conversions.ts')).conversions,
  sheet: async () => (await import('./cli/sheet.ts')).sheet,
  doctor: async () => (await import('./cli/doctor.ts')).doctor,
  erase: async () => (await import('./cli/erase.ts')).erase,
  audit: async () => (await import('./cli/audit.ts')).audit,
  'rotate-master-key': async () => (await import('./cli/rotate-master-key.ts')).rotateMasterKey,
  backup: async () => (await import('./cli/backup.ts')).backup,
  'migrate-store': async () => (await import('./cli/migrate-store.ts')).migrateStore,
};

async function overview(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const forms = commands.map(({ name, takes }) => (takes ? `${name} ${takes}` : name));
  const width = Math.max(...forms.map((form) => form.length));
  const rows = commands.map(({ summary }, at) => `  ${forms[at]!.padEnd(width)}  ${summary}`);
  return [
    'adhelm COMMAND [--help] [--json] [--data FOLDER]',
    'adhelm alone is adhelm serve.',
    '',
    ...rows,
    '',
    'adhelm help COMMAND explains one of them; adhelm --version says which this is.',
  ].join('\n');
}

function version(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  return `adhelm ${version} (Node ${process.versions.node})`;
}

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  if (name === '') return main(['serve']);
  if (name === '--version' || name === '-v') return say(version());
  if (name === 'help' && args[0] !== undefined) return main([args[0], '--help']);
  if (['help', '--help', '-h'].includes(name)) return say(await overview());
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined)
    throw new UsageError(
      `There is no command ${JSON.stringify(name)}. There are: ${Object.keys(COMMANDS).join(', ')}.`,
    );
  return runCommand(await load(), args);
}

function say(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

// Files are written for the user of the process alone, also in a data folder that others may read.
process.umask(0o077);

// The reader of our output may leave first (`| head`, a restarted log collector). Calls go on without it.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${inOneSentence(error)}\n`);
  process.exitCode = error instanceof UsageError || error instanceof SettingError ? 2 : 1;
}
