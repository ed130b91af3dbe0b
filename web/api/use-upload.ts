import { useCallback, useState } from 'react';

export interface Upload {
  name: string;
  /** Sent so far; 1 while the service reads it; undefined when nothing is under way. */
  fraction: number | undefined;
  problem: string | undefined;
  send(file: File, replaces?: string): void;
  forget(): void;
}

/** Uploads by `XMLHttpRequest`, because `fetch` reports no upload progress. `onDone` gets the id that the service gave the file. */
export function useUpload(path: string, workspaceId: string, onDone: (id: string | undefined) => void): Upload {
  const [name, setName] = useState('');
  const [fraction, setFraction] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const send = useCallback(
    (file: File, replaces?: string) => {
      const query = new URLSearchParams({ workspaceId, ...(replaces && { id: replaces }) });
      const body = new FormData();
      body.append('file', file);
      const request = new XMLHttpRequest();
      request.open('POST', `${path}?${query}`);
      request.upload.onprogress = ({ loaded, total }) => setFraction(loaded / total);
      request.onerror = () => ended('The connection was lost. Whether the file arrived is shown by the list.');
      request.onload = () => ended(request.status < 300 ? undefined : messageOf(request.responseText));
      const ended = (wrong: string | undefined) => {
        setFraction(undefined);
        setProblem(wrong);
        onDone(wrong === undefined && request.status > 0 ? idIn(request.responseText) : undefined);
      };
      setName(file.name);
      setProblem(undefined);
      setFraction(0);
      request.send(body);
    },
    [path, workspaceId, onDone],
  );
  return { name, fraction, problem, send, forget: () => setProblem(undefined) };
}

function idIn(text: string): string | undefined {
  return (JSON.parse(text) as { id?: string }).id;
}

function messageOf(text: string): string {
  try {
    return String((JSON.parse(text) as { error?: unknown }).error);
  } catch {
    return 'The service did not answer as expected. Nothing was imported.';
  }
}
