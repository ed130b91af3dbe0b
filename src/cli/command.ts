import { parseArgs } from 'node:util';
import { loadSettings, type Settings } from '../config.ts';
import { cleanText } from '../text/clean-text.ts';

interface Option {
  type: 'string' | 'boolean';
  /** One letter, after one dash. */
  short?: string;
  meaning: string;
  /** Shown in the help in place of the value. */
  value?: string;
  /** The setting it stands for, and wins over. */
  setting?: keyof Settings;
}

/** One word of the command line. */
export interface Command {
  name: string;
  /** What comes after the name, besides options: one word for each thing it may be given. */
  takes?: string;
  summary: string;
  options?: Readonly<Record<string, Option>>;
  run(given: Given): Promise<number>;
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
  data: { type: 'string', meaning: 'Data folder (ADHELM_DATA)', value: 'FOLDER', setting: 'data' },
  json: { type: 'boolean', meaning: 'Print JSON, for programs' },
  help: { type: 'boolean', short: 'h', meaning: 'Print this' },
};

export async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const options = { ...command.options, ...SHARED };
  const { values, positionals } = parse(command, args, options);
  // A name may hold signs that a terminal obeys. Programs get it as it is: JSON escapes them.
  const print = (text: string) => void process.stdout.write(`${values.json ? text : cleanText(text)}\n`);
  if (values.help) {
    print(helpOf(command, options));
    return 0;
  }
  const flags = Object.entries(options).flatMap(([name, { setting }]) =>
    setting === undefined || values[name] === undefined ? [] : [[setting, values[name]]],
  );
  const settings = loadSettings(process.env, Object.fromEntries(flags));
  return command.run({ words: positionals, options: values, json: values.json === true, settings, print });
}

function parse(command: Command, args: readonly string[], options: Readonly<Record<string, Option>>) {
  try {
    const parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { type, short }]) => [name, { type, ...(short && { short }) }]),
      ),
    });
    const tooMany = parsed.positionals[command.takes?.split(' ').length ?? 0];
    if (tooMany !== undefined) throw new Error(`Nothing like ${JSON.stringify(tooMany)} is taken there.`);
    return parsed;
  } catch (error) {
    const [first] = (error as Error).message.split(/(?<=\.)\s/);
    throw new UsageError(`${first?.replace(/\.?$/, '.')} See: adhelm ${command.name} --help`);
  }
}

function helpOf({ name, takes, summary }: Command, options: Readonly<Record<string, Option>>): string {
  const rows = Object.entries(options).map(([option, { type, short, meaning, value }]) => {
    const form = `${short ? `-${short}, ` : ''}--${option}${type === 'string' ? ` ${value ?? 'TEXT'}` : ''}`;
    return `  ${form.padEnd(24)} ${meaning}`;
  });
  return [`adhelm ${name}${takes ? ` ${takes}` : ''}`, '', summary, '', 'Options:', ...rows].join('\n');
}

/** A text option that must be there. */
export function required(given: Given, name: string): string {
  const value = optional(given, name);
  if (value) return value;
  throw new UsageError(`--${name} is needed.`);
}

export function optional(given: Given, name: string): string | undefined {
  const value = given.options[name];
  return typeof value === 'string' ? value : undefined;
}
