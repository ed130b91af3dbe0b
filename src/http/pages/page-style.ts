/** One look for the pages the service draws itself: light and dark from the same tokens, no script, nothing fetched. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1c2024,#edeef0);--soft:light-dark(#60646c,#b0b4ba);--line:light-dark(#e0e1e6,#363a3f);--paper:light-dark(#fff,#111113);--panel:light-dark(#f6f7f9,#18191b);--accent:light-dark(#3358d4,#8da4ef)}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.6 system-ui,sans-serif}
main{max-width:68rem;margin:0 auto;padding:2.5rem 1.5rem 5rem}h1{font-size:1.7rem;margin:0 0 .25rem}h2{font-size:1.2rem;margin:2.5rem 0 .5rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}h3{font-size:1rem;margin:0}
a{color:var(--accent)}a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
p{margin:.4rem 0;max-width:48rem}.soft{color:var(--soft)}code,pre{font:13px/1.5 ui-monospace,monospace}pre{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:.8rem 1rem;overflow-x:auto}
table{border-collapse:collapse;width:100%;margin:.6rem 0;font-size:14px}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}th{color:var(--soft);font-weight:500}
details{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;background:var(--panel)}summary{cursor:pointer;padding:.6rem .9rem;display:flex;gap:.8rem;align-items:baseline;flex-wrap:wrap}details>div{padding:0 .9rem .8rem}
.tag{font-size:12px;border:1px solid var(--line);border-radius:4px;padding:0 .4rem;color:var(--soft)}.tag.write{color:light-dark(#ad5700,#ffa057)}.tag.destructive{color:light-dark(#ce2c31,#ff9592)}
`;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${PAGE_STYLE}</style></head><body><main>${body}</main></body></html>`;
}
