import { type Command, runCommand, UsageError } from './cli/command.ts';
import { SettingError } from './config.ts';
import { Failure } from './errors.ts';

/** Loaded when asked for: `key list` has no use for a web server. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./cli/serve.ts')).serve,
  sandbox: async () => (await import('./cli/sandbox.ts')).sandbox,
  key: async () => (await import('./cli/key.ts')).key,
  workspace: async () => (await import('./cli/workspace.ts')).workspace,
  member: async () => (await import('./cli/member.ts')).member,
  connect: async () => (await import('./cli/connect.ts')).connect,
  call: async () => (await import('./cli/call.ts')).call,
  sheet: async () => (await import('./cli/sheet.ts')).sheet,
  doctor: async () => (await import('./cli/doctor.ts')).doctor,
  audit: async () => (await import('./cli/audit.ts')).audit,
  backup: async () => (await import('./cli/backup.ts')).backup,
};

async function overview(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const rows = commands.map(
    ({ name, takes, summary }) => `  ${`${name}${takes ? ` ${takes}` : ''}`.padEnd(34)} ${summary}`,
  );
  return ['adhelm COMMAND [--help] [--json] [--data FOLDER]', '', ...rows].join('\n');
}

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  if (name === '' || name === '--help' || name === 'help') {
    process.stdout.write(`${await overview()}\n`);
    return 0;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined)
    throw new UsageError(
      `There is no command ${JSON.stringify(name)}. There are: ${Object.keys(COMMANDS).join(', ')}.`,
    );
  return runCommand(await load(), args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError || error instanceof SettingError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  } else if (error instanceof Failure) {
    process.stderr.write(`${error.details.message} ${error.details.nextStep}\n`);
    process.exitCode = 1;
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
