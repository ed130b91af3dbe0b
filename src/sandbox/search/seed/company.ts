import type { World } from '../../emulator.ts';

export function seedCompany(_world: World, _customer: string): void {}
