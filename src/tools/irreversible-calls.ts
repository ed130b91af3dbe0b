interface Tool {
  access: 'read' | 'write' | 'destructive';
  irreversible: Readonly<Record<string, readonly string[] | undefined>>;
}

/** Whether what this very call does cannot be taken back: by what the tool is for, or by a value it is given. */
export function isIrreversible({ access, irreversible }: Tool, args: Readonly<Record<string, unknown>>): boolean {
  if (access === 'destructive') return true;
  return Object.entries(irreversible).some(([argument, values]) => values?.includes(args[argument] as string));
}
