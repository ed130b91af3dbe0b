/** One thing that does a piece of work at a time, or several at once, or so many a second. */
interface Station {
  name: string;
  /** How many pieces at once. */
  servers: number;
  serviceUs: number;
  /** Waiting pieces may be done together: up to `max`, each after the first takes `eachUs`. */
  together?: { max: number; eachUs: number };
}

export interface Simulated {
  callsPerSecond: number;
  p50Ms: number;
  p95Ms: number;
  /** How busy each station was, 1 being all it can. */
  busy: Record<string, number>;
}

export interface Model {
  stations: readonly Station[];
  /** The stations one call passes, by name, in order; chance is between 0 and 1. */
  route(chance: () => number): readonly string[];
  /** Open: a fixed number of calls a second. Closed: a fixed number of callers with one call at a time. */
  load: { callsPerSecond: number } | { callers: number };
  /** Processors that all stations share; left out: each has its own. */
  cores?: number;
  seconds: number;
  seed: number;
}

interface Call {
  startedAt: number;
  route: readonly string[];
  step: number;
}

/**
 * Calls that wait for their turn at one station after the other, event by event. Service times are fixed: what is asked is where
 * the queue forms, not how long its tail is.
 */
export function simulate(model: Model): Simulated {
  return new Simulation(model).run();
}

type Working = Station & { working: number; busyUs: number; queue: Queue<Call> };

class Simulation {
  readonly #model: Model;
  readonly #chance: () => number;
  readonly #endUs: number;
  readonly #events = new Heap<() => void>();
  readonly #stations: Map<string, Working>;
  readonly #waitingForCore: (() => void)[] = [];
  readonly #tookMs: number[] = [];
  #coresFree: number;
  #nowUs = 0;

  constructor(model: Model) {
    this.#model = model;
    this.#chance = random(model.seed);
    this.#endUs = model.seconds * 1e6;
    this.#coresFree = model.cores ?? Number.POSITIVE_INFINITY;
    this.#stations = new Map(
      model.stations.map((station) => [station.name, { ...station, working: 0, busyUs: 0, queue: new Queue<Call>() }]),
    );
  }

  run(): Simulated {
    this.#start();
    const { seconds } = this.#model;
    for (let event = this.#events.pop(); event && event.at <= this.#endUs; event = this.#events.pop()) {
      this.#nowUs = event.at;
      event.value();
    }
    const tookMs = this.#tookMs.sort((a, b) => a - b);
    const quantile = (share: number) => tookMs[Math.floor(tookMs.length * share)] ?? Number.POSITIVE_INFINITY;
    const busy = [...this.#stations].map(([name, one]) => [name, one.busyUs / (one.servers * this.#endUs)]);
    return {
      callsPerSecond: tookMs.length / seconds,
      p50Ms: quantile(0.5),
      p95Ms: quantile(0.95),
      busy: Object.fromEntries(busy),
    };
  }

  /** A fixed number of callers, each with one call at a time, or calls that come by chance. */
  #start(): void {
    const { load } = this.#model;
    if ('callers' in load) {
      for (let caller = 0; caller < load.callers; caller++) this.#at(this.#chance() * 100, () => this.#begin());
      return;
    }
    const next = () => {
      this.#begin();
      this.#at(this.#nowUs - (Math.log(1 - this.#chance()) * 1e6) / load.callsPerSecond, next);
    };
    this.#at(0, next);
  }

  #at(us: number, work: () => void): void {
    this.#events.push(us, work);
  }

  #begin(): void {
    this.#arrive({ startedAt: this.#nowUs, route: this.#model.route(this.#chance), step: 0 });
  }

  #arrive(call: Call): void {
    const station = this.#stations.get(call.route[call.step] ?? '');
    if (station) {
      station.queue.push(call);
      this.#serve(station);
    } else this.#finish(call);
  }

  #finish(call: Call): void {
    this.#tookMs.push((this.#nowUs - call.startedAt) / 1000);
    // A caller thinks for no time, but its next call comes after what is due at this very moment.
    if ('callers' in this.#model.load) this.#at(this.#nowUs, () => this.#begin());
  }

  #serve(station: Working): void {
    if (station.working >= station.servers) return;
    const { max, eachUs } = station.together ?? { max: 1, eachUs: 0 };
    const calls = station.queue.take(max);
    if (calls.length === 0) return;
    station.working++;
    const serviceUs = station.serviceUs + (calls.length - 1) * eachUs;
    const begin = () => {
      this.#coresFree--;
      station.busyUs += Math.min(serviceUs, Math.max(0, this.#endUs - this.#nowUs));
      this.#at(this.#nowUs + serviceUs, () => this.#served(station, calls));
    };
    if (this.#coresFree > 0) begin();
    else this.#waitingForCore.push(begin);
  }

  #served(station: Working, calls: readonly Call[]): void {
    this.#coresFree++;
    station.working--;
    for (const call of calls) {
      call.step++;
      this.#arrive(call);
    }
    this.#serve(station);
    if (this.#coresFree > 0) this.#waitingForCore.shift()?.();
  }
}

/** Small and good enough for queues (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** First in, first out, however many wait. */
class Queue<Value> {
  #items: Value[] = [];
  #first = 0;

  push(item: Value): void {
    this.#items.push(item);
  }

  /** Up to so many. */
  take(max: number): Value[] {
    const items = this.#items.slice(this.#first, this.#first + max);
    this.#first += items.length;
    if (this.#first > 1024 && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return items;
  }
}

/** What is due next; of two that are due together, what was entered first. */
class Heap<Value> {
  readonly #items: { at: number; order: number; value: Value }[] = [];
  #entered = 0;

  push(at: number, value: Value): void {
    const item = { at, order: this.#entered++, value };
    let place = this.#items.push(item) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!before(item, this.#items[above]!)) break;
      this.#items[place] = this.#items[above]!;
      place = above;
    }
    this.#items[place] = item;
  }

  pop(): { at: number; value: Value } | undefined {
    const [first] = this.#items;
    const last = this.#items.pop();
    if (!last || this.#items.length === 0) return first;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.#items.length) break;
      if (below + 1 < this.#items.length && before(this.#items[below + 1]!, this.#items[below]!)) below++;
      if (!before(this.#items[below]!, last)) break;
      this.#items[place] = this.#items[below]!;
      place = below;
    }
    this.#items[place] = last;
    return first;
  }
}

function before(a: { at: number; order: number }, b: { at: number; order: number }): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
