import '../theme/styles.ts';
import { VisuallyHidden } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { App } from '../app.tsx';
import { Gallery } from './gallery.tsx';
import { Tables } from './tables.tsx';

/** Every component with example data, for work on its look: run `vite -c web/vite.config.ts`, open `/gallery/`. */
createRoot(document.getElementById('root')!).render(
  <App>
    <main>
      <VisuallyHidden component="h1">Gallery</VisuallyHidden>
      <Gallery />
      <Tables />
    </main>
  </App>,
);
