import type { Store } from '../state.ts';

export function seedConstants(_store: Store): void {}
