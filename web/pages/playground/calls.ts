interface CallContext {
  origin: string;
  address: string;
  tool: string;
  args: Record<string, unknown>;
}

const requestOf = ({ tool, args }: CallContext) => ({
  jsonrpc: '2.0',
  id: '1',
  method: 'tools/call',
  params: { name: tool, arguments: args },
});

/** Single-quotes text for a shell: each `'` becomes `'\''` (close, escaped quote, open again). */
const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The call in the form as text to copy: curl, JSON, Python or TypeScript. */
export const CALLS: readonly { name: string; write(context: CallContext): string }[] = [
  {
    name: 'curl',
    write: (context) =>
      [
        `curl -s ${context.origin}/${context.address}/mcp \\`,
        '  -H "Authorization: Bearer $ADHELM_API_KEY" \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d ${inShell(JSON.stringify(requestOf(context)))}`,
      ].join('\n'),
  },
  { name: 'Tool call', write: ({ tool, args }) => JSON.stringify({ name: tool, arguments: args }, null, 2) },
  {
    name: 'Python',
    write: (context) =>
      [
        'import json, os, urllib.request',
        '',
        'request = urllib.request.Request(',
        `    "${context.origin}/${context.address}/mcp",`,
        `    data=${JSON.stringify(JSON.stringify(requestOf(context)))}.encode(),`,
        '    headers={"Authorization": "Bearer " + os.environ["ADHELM_API_KEY"], "Content-Type": "application/json"},',
        ')',
        'print(json.load(urllib.request.urlopen(request))["result"]["content"][0]["text"])',
      ].join('\n'),
  },
  {
    name: 'TypeScript',
    write: (context) =>
      [
        `const response = await fetch('${context.origin}/${context.address}/mcp', {`,
        "  method: 'POST',",
        "  headers: { Authorization: 'Bearer ' + process.env.ADHELM_API_KEY, 'Content-Type': 'application/json' },",
        `  body: JSON.stringify(${JSON.stringify(requestOf(context))}),`,
        '});',
        'const { result } = await response.json();',
        'console.log(JSON.parse(result.content[0].text));',
      ].join('\n'),
  },
];
