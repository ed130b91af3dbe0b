/**
 * What the page does once it is there: opens what an address points at, filters, copies. Everything can be read without
 * it. Kept as text because the page carries it inline and its policy names its digest; nothing else may run.
 */
export const DOCS_SCRIPT = `
const tools = [...document.querySelectorAll('details.tool')];
const search = document.querySelector('#search');
const none = document.querySelector('#none');

function reveal() {
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (!wanted) return;
  const target = document.getElementById(wanted) ?? tools.find((tool) => tool.dataset.tool === wanted);
  if (!target) return;
  if (target.closest('[hidden]')) { search.value = ''; filter(); }
  const tool = target.closest('details.tool');
  if (tool) tool.open = true;
  (tool ?? target).scrollIntoView();
  foldMenu();
}

function foldMenu() {
  if (matchMedia('(max-width:899px)').matches) document.querySelector('#menu').open = false;
}

function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const fits = (text) => words.every((word) => text.includes(word));
  for (const tool of tools) {
    const hidden = !fits(tool.textContent.toLowerCase());
    tool.hidden = hidden;
    document.querySelector('nav a[href="#' + tool.dataset.id + '"]').parentElement.hidden = hidden;
  }
  for (const section of document.querySelectorAll('section')) {
    const own = [...section.querySelectorAll('details.tool')];
    section.hidden = own.length ? own.every((tool) => tool.hidden) : !fits(section.textContent.toLowerCase());
  }
  none.hidden = [...document.querySelectorAll('section')].some((section) => !section.hidden);
}

async function copy(button) {
  const text = button.parentElement.querySelector('pre').textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https a browser keeps its clipboard shut; what is selected can still be copied.
    getSelection().selectAllChildren(button.parentElement.querySelector('pre'));
    document.execCommand('copy');
  }
  button.textContent = 'Copied';
  setTimeout(() => { button.textContent = 'Copy'; }, 1500);
}

search.addEventListener('input', filter);
addEventListener('hashchange', reveal);
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
});
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]');
  if (button) void copy(button);
  // A link to where we already are changes no address, but the reader still wants to see it.
  const link = event.target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) reveal();
});
for (const button of document.querySelectorAll('[data-copy], #search')) button.hidden = false;
foldMenu();
reveal();
`;
