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
