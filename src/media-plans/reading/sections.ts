import type { CellGrid } from './cell-grid.ts';
import { isElsewhere, sectionChannel } from './channel-words.ts';
import { currencyCell, currencyOfLabel } from './currency-text.ts';
import { folded } from './folded-text.ts';
import type { PlaceWords } from './place-words.ts';
import type { PlanColumn } from './plan-columns.ts';
import type { SheetRow } from './row-kinds.ts';

/** A value that stands above several rows, and where. */
interface SectionValue<T> {
  value: T;
  row: number;
  column: number;
}

/** What the sections above a row say for it. */
export interface Section {
  channel?: SectionValue<{ channel: string; type?: string | undefined }> | undefined;
  /** The section is of a medium that no channel here is. */
  elsewhere?: SectionValue<string> | undefined;
  countries?: SectionValue<readonly string[]> | undefined;
  /** `isOfChannel`: told with the channel, so that it ends with it. */
  currency?: (SectionValue<readonly string[]> & { isOfChannel?: boolean }) | undefined;
  campaign?: SectionValue<string> | undefined;
}

export class Sections {
  now: Section = {};
  readonly #grid: CellGrid;
  readonly #campaign: PlanColumn | undefined;
  readonly #places: PlaceWords;

  constructor(grid: CellGrid, columns: readonly PlanColumn[], places: PlaceWords) {
    this.#grid = grid;
    this.#places = places;
    this.#campaign = columns.find(({ meaning }) => meaning === 'campaign');
  }

  /** To be told of every row in order. */
  pass({ row, kind, label, isSectionSum }: SheetRow): void {
    if (kind === 'section' || isSectionSum) {
      if (label) this.#begin(row, label);
      return;
    }
    if (kind !== 'sum') return;
    // A sum of one channel ends that channel, any other sum ends everything.
    const isOfChannel = label !== undefined && sectionChannel(withoutSumWords(label.text)) !== undefined;
    const { countries, currency } = this.now;
    this.now = isOfChannel ? { countries, currency } : {};
  }

  #begin(row: number, label: { text: string; column: number }): void {
    const at = { row, column: label.column };
    const unit = currencyCell(label.text) ? undefined : currencyOfLabel(label.text);
    const text = unit && unit.rest !== '' ? unit.rest : label.text;
    const channel = sectionChannel(text);
    this.#beginWith(row, { text, column: label.column }, channel);
    const isOfChannel = channel !== undefined || isElsewhere(text);
    if (unit) this.now.currency = { value: unit.currencies, ...at, isOfChannel };
    else if (isOfChannel && this.now.currency?.isOfChannel) this.now.currency = undefined;
  }

  #beginWith(
    row: number,
    { text, column }: { text: string; column: number },
    channel: ReturnType<typeof sectionChannel>,
  ): void {
    const at = { row, column };
    const { countries, currency } = this.now;
    if (isElsewhere(text)) this.now = { countries, currency, elsewhere: { value: text, ...at } };
    else if (channel) this.now = { countries, currency, channel: { value: channel, ...at } };
    else if (this.#places.country(text))
      this.now = { countries: { value: this.#places.country(text)!, ...at }, currency };
    else if (currencyCell(text)) this.now = { countries, currency: { value: currencyCell(text)!, ...at } };
    else if (this.#namesCampaignOf(row)) this.now = { ...this.now, campaign: { value: text, ...at } };
    else this.now = { ...this.now, campaign: undefined };
  }

  /** The rows below have no campaign of their own. */
  #namesCampaignOf(row: number): boolean {
    if (!this.#campaign) return false;
    for (let next = row + 1; next < this.#grid.rows; next++) {
      const filled = this.#grid.filled(next);
      if (filled.length > 1) return !filled.includes(this.#campaign.column);
      if (filled.length === 1) return false;
    }
    return false;
  }
}

function withoutSumWords(text: string): string {
  return folded(text).replace(
    /\b(?:sub ?total|sous total|grand total|total|summe|zwischensumme|gesamt|sum|somme|suma|totale|totaal|subtotaal|de|di|of|für)\b|小計|合計/g,
    ' ',
  );
}
