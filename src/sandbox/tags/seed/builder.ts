import { containerPath, type Place, versionPath } from '../format.ts';
import { BUILT_INS } from '../rules/built-ins.ts';
import { newContainer } from '../rules/new-container.ts';
import { type Container, type Content, type Entity, type EntityKey, emptyContent, KINDS } from '../state/shapes.ts';
import type { Store } from '../state.ts';

type NewContainer = Parameters<typeof newContainer>[1];

/** Fills one container: entities are added to a draft, and the draft is kept as a version now and then. */
export class ContainerBuilder {
  readonly store: Store;
  readonly place: Place;
  readonly content: Content = emptyContent();
  #versions = 0;

  constructor(store: Store, given: NewContainer) {
    this.store = store;
    newContainer(store, given);
    this.place = { account: given.accountId, container: given.containerId };
  }

  /** Returns the id. */
  add(key: Exclude<EntityKey, 'builtInVariable'>, entity: Entity): string {
    const kind = KINDS.find((one) => one.key === key)!;
    const id = this.store.nextNumber(`${key} of ${this.place.container}`);
    this.content[key].push({ [kind.idField]: id, ...entity, fingerprint: this.store.nextFingerprint() });
    return id;
  }

  enable(...types: string[]): void {
    for (const type of types) this.content.builtInVariable.push({ type, name: BUILT_INS.get(type)! });
  }

  change(key: EntityKey, name: string, fields: Entity): void {
    this.content[key] = this.content[key].map((entity) =>
      entity.name === name ? { ...entity, ...fields, fingerprint: this.store.nextFingerprint() } : entity,
    );
  }

  version(name: string, description?: string): string {
    this.#versions += 1;
    const id = String(this.#versions);
    this.store.save('version', versionPath(this.place, id), {
      containerVersionId: id,
      name,
      ...(description !== undefined && { description }),
      fingerprint: this.store.nextFingerprint(),
      content: structuredClone(this.content),
    });
    this.#container({ latest: id });
    this.workspace(id);
    return id;
  }

  publish(id: string): void {
    this.#container({ live: id });
  }

  /** The default workspace as it is now; `base` makes it clean, without it what was added since is its draft. */
  workspace(base?: string): void {
    const path = `${containerPath(this.place)}/workspaces/1`;
    const before = this.store.find('workspace', path)!;
    const fingerprint = this.store.nextFingerprint();
    const content = structuredClone(this.content);
    this.store.save('workspace', path, { ...before, content, fingerprint, ...(base !== undefined && { base }) });
  }

  #container(fields: Partial<Container>): void {
    const path = containerPath(this.place);
    this.store.save('container', path, { ...this.store.find('container', path)!, ...fields });
  }
}
