import {casesTable, cellText} from './cell-text.ts'
import type {Plot} from './plot.ts'
import {PLOT_STYLE, plotSvg} from './plot-svg.ts'
import type {Renderer} from './renderer.ts'
import type {Fact, Table, TableCell} from './report.ts'
import {exitWords, STATUS_WORDS} from './status-words.ts'
import {escapeXml} from './xml.ts'

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
const STYLE = `
:root { color-scheme: light dark; --good: light-dark(#116329, #4ac26b); --bad: light-dark(#a40e26, #ff7b72);
  --warning: light-dark(#7d4e00, #d29922); --neutral: light-dark(#57606a, #9198a1); --line: light-dark(#d1d9e0, #3d444d); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1.5rem 0; display: block; overflow-x: auto; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; white-space: pre-wrap; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dt { color: var(--neutral); } dd { margin: 0; }
figure { margin: 1.5rem 0; } figcaption { font-weight: 600; padding: .25rem 0; }
.good { color: var(--good); } .bad { color: var(--bad); } .warning { color: var(--warning); } .neutral { color: var(--neutral); }
`

/** One offline page in light and dark: no script, nothing fetched, every text escaped. */
export const renderHtml: Renderer = (report, {exit}) => {
  const {word, sign, tone} = STATUS_WORDS[report.status]
  const title = escapeXml(report.title)
  const cases = report.cases.length > 0 ? [casesTable(report.cases, {sign: true})] : []
  const body = [
    `<h1>${title}</h1>`,
    `<p><strong class="${tone}">${sign} ${word}</strong> · ${exitWords(exit)}</p>`,
    exit.reason && `<p>${escapeXml(exit.reason)}</p>`,
    report.facts.length > 0 && factList(report.facts),
    ...(report.plots ?? []).map(figure),
    ...[...report.tables, ...cases].map(table),
    report.remarks.length > 0 && `<h2>Remarks</h2>\n<ul>\n${report.remarks.map(item).join('\n')}\n</ul>`,
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: ${word}</title>
<style>${STYLE}${(report.plots ?? []).length > 0 ? PLOT_STYLE : ''}</style>
</head>
<body>
${body.filter(Boolean).join('\n')}
</body>
</html>
`
}

const figure = (plot: Plot) => `<figure>\n<figcaption>${escapeXml(plot.name)}</figcaption>\n${plotSvg(plot)}\n</figure>`

const item = (text: string) => `<li>${escapeXml(text)}</li>`

function factList(facts: readonly Fact[]): string {
  const lines = facts.map(({label, value}) => `<dt>${escapeXml(label)}</dt><dd>${escapeXml(cellText(value))}</dd>`)
  return `<dl>\n${lines.join('\n')}\n</dl>`
}

function table({name, columns, rows}: Table): string {
  const head = columns.map((column) => `<th scope="col">${escapeXml(column)}</th>`).join('')
  const lines = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`)
  return [
    `<table>\n<caption>${escapeXml(name)}</caption>`,
    `<thead><tr>${head}</tr></thead>`,
    `<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`,
  ].join('\n')
}

function cell(value: TableCell): string {
  const text = escapeXml(cellText(value))
  return typeof value === 'number' ? `<td class="number">${text}</td>` : `<td>${text}</td>`
}
