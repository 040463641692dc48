/** How pages look in light and dark, wide and narrow. */
export const STYLE = `
:root { color-scheme: light dark; --good: light-dark(#116329, #4ac26b); --bad: light-dark(#a40e26, #ff7b72);
  --warning: light-dark(#7d4e00, #d29922); --neutral: light-dark(#57606a, #9198a1); --line: light-dark(#d1d9e0, #3d444d);
  --ink: light-dark(#1f2328, #e6edf3); --paper: light-dark(#ffffff, #0d1117); --link: light-dark(#0550ae, #79b8ff); --raised: light-dark(#f6f8fa, #161b22); }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0; overflow-wrap: anywhere; }
main { max-width: 80rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { line-height: 1.2; margin: 0 0 .5rem; } h2 { font-size: 1.15rem; display: inline; } h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
nav, .tools { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; margin: 1rem 0; padding: .5rem 1rem; }
nav ul { columns: 18rem; list-style: none; margin: 0; padding: 0; } nav li { break-inside: avoid; padding: .1rem 0; }
.tools { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; } .tools[hidden], tr[hidden] { display: none; }
.tools input, .tools button { font: inherit; padding: .2rem .5rem; color: var(--ink); background: var(--paper); border: 1px solid var(--neutral); border-radius: 4px; }
details { border-top: 1px solid var(--line); padding: .6rem 0; } summary { cursor: pointer; }
.scroll { overflow-x: auto; max-width: 100%; margin: .75rem 0; }
table { border-collapse: collapse; overflow-wrap: normal; width: max-content; }
summary + .scroll caption { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; white-space: pre-wrap; min-width: 3.5rem; }
thead th { background: var(--raised); } tbody th { font-weight: inherit; }
th, td { max-width: 28rem; } th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: fit-content(40%) 1fr; gap: .25rem 1rem; } dt { color: var(--neutral); } dd { margin: 0; }
h1 + p { font-size: 1.2rem; margin: .75rem 0; padding: .4rem .8rem; background: var(--raised); border-left: .4rem solid var(--neutral); }
h1 + p:has(.good) { border-color: var(--good); } h1 + p:has(.bad) { border-color: var(--bad); } h1 + p:has(.warning) { border-color: var(--warning); }
.failed { list-style: none; padding: 0; max-width: 60rem; } .failed li { margin: .4rem 0; white-space: pre-line; }
figure { margin: 1.25rem 0; } figcaption { padding: .25rem 0; max-width: 52rem; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .25rem 0; padding: 0; }
.swatch { display: inline-block; width: .8em; height: .8em; border: 1px solid var(--line); }
.good { color: var(--good); } .bad { color: var(--bad); } .warning { color: var(--warning); } .neutral { color: var(--neutral); }
@media (min-width: 64rem) { main > dl { grid-template-columns: fit-content(12rem) 1fr fit-content(12rem) 1fr; } }
@media (max-width: 40rem) { main { padding: 1rem .75rem 3rem; } table { font-size: .875rem; }
  th, td { max-width: 12rem; min-width: 0; padding: .2rem .4rem; overflow-wrap: anywhere; } ul { padding-left: 1.25rem; } dl { gap: .2rem .6rem; } }
@media print { .tools { display: none; } .scroll { overflow: visible; } }
`

/**
 * The one script of every page; it makes its own controls, so that a page without scripts offers nothing that does not work. It reads
 * and hides what is there and adds no text of a report as markup.
 */
export const SCRIPT = `
const folds = [...document.querySelectorAll('details')]
const rows = [...document.querySelectorAll('tbody tr')]
const reveal = () => {
  const aim = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null
  const fold = aim && aim.closest('details')
  if (fold) { fold.open = true; aim.scrollIntoView() }
}
const make = (name, text) => Object.assign(document.createElement(name), {textContent: text})
const tools = Object.assign(make('div', ''), {className: 'tools'})
tools.setAttribute('role', 'group')
tools.setAttribute('aria-label', 'Filter and fold')
const field = Object.assign(make('input', ''), {type: 'search', id: 'filter'})
const label = Object.assign(make('label', 'Filter rows'), {htmlFor: 'filter'})
const only = Object.assign(make('input', ''), {type: 'checkbox', id: 'only'})
const onlyLabel = Object.assign(make('label', 'not passed'), {htmlFor: 'only'})
const said = make('output', '')
const filter = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let shown = 0
  for (const row of rows) {
    const text = row.textContent.toLowerCase()
    const isWanted = words.every((word) => text.includes(word)) && (!only.checked || row.querySelector('.bad, .warning') !== null)
    row.hidden = !isWanted
    if (isWanted) shown += 1
  }
  const isOn = words.length > 0 || only.checked
  said.textContent = isOn ? shown + ' of ' + rows.length + ' rows' : ''
  if (isOn) for (const fold of folds) if (fold.querySelector('tbody tr:not([hidden])')) fold.open = true
}
field.addEventListener('input', filter)
only.addEventListener('change', filter)
const fold = (text, open) => {
  const button = Object.assign(make('button', text), {type: 'button'})
  button.addEventListener('click', () => { for (const one of folds) one.open = open })
  return button
}
tools.append(label, field, only, onlyLabel, fold('Unfold all', true), fold('Fold all', false), said)
if (rows.length > 8 && folds.length > 0) folds[0].before(tools)
addEventListener('hashchange', reveal)
addEventListener('beforeprint', () => { for (const one of folds) one.open = true })
reveal()
`

/** What the policy of a page allows. A test computes it from the script. */
export const SCRIPT_HASH = 'sha256-yth5mkyFxoL35F5iNtO6QPP0rGnxlC36eAtiEWGWK9w='
