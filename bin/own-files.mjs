import { registerHooks } from 'node:module';

// Node asks the disk about every file it loads: whether it is there, where it really lies, and which package.json says what
// kind it is. Our own are named in full and all of one kind, and of some six hundred that is a tenth of the start.
registerHooks({
  resolve(specifier, context, next) {
    const isOwn = specifier.endsWith('.ts') && (specifier.startsWith('.') || specifier.startsWith('file:'));
    if (!isOwn) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true };
  },
});
