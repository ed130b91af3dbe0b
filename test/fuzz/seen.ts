const KEPT_MAX = 60;

/** What replies have shown so far, by the name an argument for it has: ids by kind, names, targeting, cursors. */
export class Seen {
  readonly #values = new Map<string, unknown[]>();
  #count = 0;

  /** Of anything that came back, errors included: what they allow is worth a try. */
  note(value: unknown, under = ''): void {
    if (Array.isArray(value)) for (const item of value.slice(0, 20)) this.note(item, under);
    else if (typeof value === 'object' && value !== null) this.#noteMembers(value as Record<string, unknown>, under);
    else if (under !== '') this.#keep(under, value);
  }

  /** For an argument of this name: of its own kind if there are any, `into_campaign_id` taking what `campaign_id` does. */
  values(name: string): readonly unknown[] {
    const words = singular(name).split('_');
    for (let from = 0; from < words.length; from++) {
      const found = this.#values.get(words.slice(from).join('_'));
      if (found) return found;
    }
    return [];
  }

  #noteMembers(object: Record<string, unknown>, under: string): void {
    if (under !== '') this.#keep(under, object);
    for (const [key, value] of Object.entries(object).slice(0, 60)) {
      if (key === 'id') {
        this.#keep(`${under}_id`, value);
        this.#keep('id', value);
      } else if (key === 'next_cursor') this.#keep('cursor', value);
      else if (key === 'allowed_values' && typeof object.field === 'string')
        this.note(value, singular(object.field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''));
      else this.note(value, singular(key));
    }
  }

  #keep(name: string, value: unknown): void {
    const kept = this.#values.get(name) ?? [];
    this.#values.set(name, kept);
    this.#count += 1;
    if (kept.length < KEPT_MAX) kept.push(value);
    else kept[this.#count % KEPT_MAX] = value;
  }
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/(?<=[a-z])s$/, '');
}
