/** A platform's place in this list decides its port, so that the port does not depend on which platforms are present. */
const PORT_ORDER = ['social', 'professional', 'video', 'search', 'office', 'tags'];

/** Known platforms first, in their fixed order, then any others by name. */
export function inPortOrder(platforms: readonly string[]): string[] {
  return [...platforms].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/** The control address has the first port, the platforms the following ones; 0 lets the system choose. */
export function portOf(platform: string, controlPort: number, platforms: readonly string[]): number {
  if (controlPort === 0) return 0;
  const others = inPortOrder(platforms).filter((name) => !PORT_ORDER.includes(name));
  return controlPort + 1 + place(platform) + Math.max(0, others.indexOf(platform));
}

function place(platform: string): number {
  const index = PORT_ORDER.indexOf(platform);
  return index < 0 ? PORT_ORDER.length : index;
}
