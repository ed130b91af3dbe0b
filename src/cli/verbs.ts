import type { Home } from '../process/home.ts';
import { type Command, type Given, UsageError } from './command.ts';
import { withHome } from './with-home.ts';

/** One of the things a command can do, named by its first word. */
export interface Verb {
  options: readonly string[];
  /** Said when its second word is missing; left out where there is none. */
  asksFor?: string;
  run(home: Home, given: Given, argument: string): Promise<number>;
}

/** A command of several verbs. None of them ignores what it was told. */
export function withVerbs(spec: Omit<Command, 'run'>, verbs: Readonly<Record<string, Verb>>): Command {
  return {
    ...spec,
    async run(given) {
      const [name = '', argument] = given.words;
      const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
      if (!verb) throw new UsageError(`${spec.name} takes one of: ${Object.keys(verbs).join(', ')}.`);
      const misplaced = Object.keys(spec.options ?? {}).find(
        (option) => option in given.options && !verb.options.includes(option),
      );
      const help = `See: adhelm ${spec.name} --help`;
      if (misplaced !== undefined) throw new UsageError(`${spec.name} ${name} does not take --${misplaced}. ${help}`);
      if (verb.asksFor && !argument) throw new UsageError(verb.asksFor);
      if (!verb.asksFor && argument) {
        const meant = verb.options.includes('name') ? `A name is given as --name ${JSON.stringify(argument)}` : help;
        throw new UsageError(`${spec.name} ${name} takes no ${JSON.stringify(argument)}. ${meant}`);
      }
      return withHome(given, (home) => verb.run(home, given, argument ?? ''));
    },
  };
}
