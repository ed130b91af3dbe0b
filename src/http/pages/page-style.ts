/** One look for the pages the service draws itself: light and dark from the same tokens, nothing fetched. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1c2024,#edeef0);--soft:light-dark(#60646c,#b0b4ba);--line:light-dark(#e0e1e6,#363a3f);--paper:light-dark(#fff,#111113);--panel:light-dark(#f6f7f9,#18191b);--accent:light-dark(#3358d4,#8da4ef)}
*{box-sizing:border-box}[hidden]{display:none!important}html{scroll-padding-top:1rem}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.6 system-ui,sans-serif}
main{max-width:68rem;margin:0 auto;padding:2.5rem 1.5rem 5rem;min-width:0}h1{font-size:1.7rem;line-height:1.3;margin:0 0 .25rem}h2{font-size:1.2rem;margin:2.5rem 0 .5rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}h3{font-size:1rem;margin:0}h4{font-size:.9rem;margin:1rem 0 0}
a{color:var(--accent)}:is(a,summary,button,input):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
p{margin:.4rem 0;max-width:48rem}.soft{color:var(--soft)}code,pre{font:13px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}pre{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:.8rem 1rem;overflow-x:auto;overflow-wrap:normal}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:.6rem 0;font-size:14px}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}th{color:var(--soft);font-weight:500}
details.tool{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;background:var(--panel)}summary{cursor:pointer}details.tool>summary{padding:.6rem .9rem;display:flex;gap:.2rem .8rem;align-items:baseline;flex-wrap:wrap}details.tool>div{padding:0 .9rem .8rem;scroll-margin-top:4rem}
.tool td:nth-child(1){width:28%}.tool td:nth-child(2){width:20%}.tool pre{background:var(--paper)}
.values code{border:1px solid var(--line);border-radius:4px;padding:0 .3rem;font-size:12px}span.values{display:block}
.tag{font-size:12px;border:1px solid var(--line);border-radius:4px;padding:0 .4rem;color:var(--soft)}.tag.write{color:light-dark(#ad5700,#ffa057)}.tag.destructive{color:light-dark(#ce2c31,#ff9592)}
.copyable{position:relative}.copyable button{position:absolute;top:.5rem;right:.5rem;font:12px system-ui,sans-serif;color:var(--soft);background:var(--paper);border:1px solid var(--line);border-radius:4px;padding:.15rem .5rem;cursor:pointer}.copyable pre{padding-right:4.5rem}
.docs main{margin:0;max-width:none;width:100%}.docs{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:88rem;margin:0 auto}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:1.5rem 1rem;border-right:1px solid var(--line);font-size:14px}nav h2{font-size:.85rem;margin:1rem 0 .2rem;border:0;padding:0}nav h2 a{color:inherit;text-decoration:none}nav ul{list-style:none;margin:0;padding:0}nav li a{display:block;padding:.1rem 0;color:var(--soft);text-decoration:none;overflow-wrap:anywhere}nav a:hover{color:var(--accent)}
nav input{width:100%;font:inherit;color:inherit;background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:.35rem .6rem}nav summary{display:none}
@media(max-width:899px){.docs{display:block}nav{height:auto;max-height:70vh;background:var(--paper);border:0;border-bottom:1px solid var(--line);padding:.6rem 1rem;z-index:1}nav summary{display:block;padding-top:.4rem}nav summary::before{content:'☰ '}html{scroll-padding-top:6rem}main{padding:1.2rem 1rem 4rem}
.tool table,.tool tbody,.tool tr,.tool td{display:block;width:auto!important}.tool thead{display:none}.tool tr{border-bottom:1px solid var(--line);padding:.4rem 0}.tool td{border:0;padding:0}}
`;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text of ours for people: what stands in backticks is code. */
export function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** A whole document. `script` is ours and runs at the end; the policy it is sent with lets nothing else run. */
export function page(title: string, body: string, script = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${PAGE_STYLE}</style></head><body>${body}${script && `<script type="module">${script}</script>`}</body></html>`;
}
