import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { queryClient } from './api/client.ts';
import { FIRST_MESSAGE } from './parts/read-back.tsx';
import { cssVariables, theme } from './theme/theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The scroll lock behind Mantine's dialogs reads the CSP nonce for its style element from this global.
Object.assign(window, { __webpack_nonce__: nonce });

/** The providers around every page: Mantine theme, query cache and notifications. */
export function App({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <MessagesOnDemand />
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}

function MessagesOnDemand() {
  const [Messages, setMessages] = useState<ComponentType>();
  useEffect(() => {
    // Offline their code may not come. Thrown while drawing, that would take the whole page away.
    const want = () =>
      void import('./parts/messages.tsx').then(
        (loaded) => setMessages(() => loaded.default),
        () => {},
      );
    window.addEventListener(FIRST_MESSAGE, want);
    return () => window.removeEventListener(FIRST_MESSAGE, want);
  }, []);
  return Messages ? <Messages /> : null;
}
