import { parseArgs } from 'node:util';
import { loadSettings, type Settings } from '../config.ts';

export interface Option {
  type: 'string' | 'boolean';
  meaning: string;
  /** Shown in the help in place of the value. */
  value?: string;
}

/** One word of the command line. */
export interface Command {
  name: string;
  /** What comes after the name, besides options. */
  takes?: string;
  summary: string;
  options?: Readonly<Record<string, Option>>;
  run(given: Given): Promise<number | undefined>;
}

export interface Given {
  words: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  json: boolean;
  settings: Settings;
  print(text: string): void;
}

/** Wrong use of the command line: said in one line, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Every command takes these. */
const SHARED: Readonly<Record<string, Option>> = {
  data: { type: 'string', meaning: 'Data folder (ADHELM_DATA)', value: 'FOLDER' },
  json: { type: 'boolean', meaning: 'Print JSON, for programs' },
  help: { type: 'boolean', meaning: 'Print this' },
};

export async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const options = { ...command.options, ...SHARED };
  const { values, positionals } = parse(command, args, options);
  const print = (text: string) => void process.stdout.write(`${text}\n`);
  if (values.help) {
    print(helpOf(command, options));
    return 0;
  }
  const flag = (name: 'port' | 'host' | 'data') => (typeof values[name] === 'string' ? { [name]: values[name] } : {});
  const settings = loadSettings(process.env, { ...flag('port'), ...flag('host'), ...flag('data') });
  return (await command.run({ words: positionals, options: values, json: values.json === true, settings, print })) ?? 0;
}

function parse(command: Command, args: readonly string[], options: Readonly<Record<string, Option>>) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: command.takes !== undefined,
      options: Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }])),
    });
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message.replace(/\. To specify.*$/s, '.')} See: adhelm ${command.name} --help`,
    );
  }
}

function helpOf({ name, takes, summary }: Command, options: Readonly<Record<string, Option>>): string {
  const rows = Object.entries(options).map(([option, { type, meaning, value }]) => {
    const form = `--${option}${type === 'string' ? ` ${value ?? 'TEXT'}` : ''}`;
    return `  ${form.padEnd(24)} ${meaning}`;
  });
  return [`adhelm ${name}${takes ? ` ${takes}` : ''}`, '', summary, '', 'Options:', ...rows].join('\n');
}

/** A text option that must be there. */
export function required(given: Given, name: string): string {
  const value = given.options[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new UsageError(`--${name} is needed.`);
}

export function optional(given: Given, name: string): string | undefined {
  const value = given.options[name];
  return typeof value === 'string' ? value : undefined;
}
