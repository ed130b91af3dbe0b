import type { Tool } from '../tools/define-tool.ts';

/** Where tools of all channels are called, the channel is part of the name: several channels have a `bulk_update`. */
export function wholeName({ channel, name }: Pick<Tool, 'channel' | 'name'>): string {
  return `${channel.name}_${name}`;
}

/** The tools of all channels, by what callers may call them. */
export class WholeNames {
  readonly #byWholeName: ReadonlyMap<string, Tool>;
  readonly #byOwnName: ReadonlyMap<string, readonly Tool[]>;

  constructor(tools: readonly Tool[]) {
    this.#byWholeName = new Map(tools.map((tool) => [wholeName(tool), tool]));
    this.#byOwnName = Map.groupBy(tools, ({ name }) => name);
  }

  /** The tool of that whole name, or all that have it for their own: replies and descriptions of a channel name its tools so. */
  find(name: string): readonly Tool[] {
    const tool = this.#byWholeName.get(name);
    return tool ? [tool] : (this.#byOwnName.get(name) ?? []);
  }

  /** A text of one channel, its tools by their whole names. */
  inText(text: string, channel: string): string {
    return text.replaceAll(/[a-z]+(?:_[a-z]+)+/g, (word) =>
      this.#byOwnName.get(word)?.some((tool) => tool.channel.name === channel) ? `${channel}_${word}` : word,
    );
  }
}
