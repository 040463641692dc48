// Counts no coverage: commands whose lines their own tests run too.
import {spawnSync} from 'node:child_process'
import {globSync, readFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {DEEP, rotated} from '../support/depth.ts'
import {type PageLine, pageFiles, pageLines} from '../support/pages/page-lines.ts'
import {ALIKE, exemption, isUsage, LONG, TIMED, worldOf} from '../support/pages/page-worlds.ts'
import {missingLine} from '../support/pages/shown-output.ts'
import {type Ended, PageVisit} from '../support/pages/visit-page.ts'
import {spec} from '../support/spec.ts'

const it = spec('command lines of the pages')
const LIMIT_MS = 900_000
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/*.md').sort()]
const lines = PAGES.flatMap(pageLines).filter((line) => !isUsage(line))
const place = ({page, at, text}: PageLine) => `${page}:${at}: ${text}`

for (const page of PAGES) {
  const own = lines.filter((line) => line.page === page && exemption(line) === undefined)
  const tools = ['jq', 'sha256sum', 'openssl', 'curl'].filter((tool) => own.some(({text}) => text.includes(tool)))
  const missing = tools.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0)
  if (own.length === 0) continue
  if (missing.length > 0) it.skip(`${page} does what it prints`, `needs ${missing.join(', ')}`)
  else it(`${page} does what it prints`, () => visit(page, own), LIMIT_MS)
}

async function visit(page: string, own: readonly PageLine[]): Promise<void> {
  await using world = await worldOf(page)
  using visit = await PageVisit.begin(readFileSync(page, 'utf8'), world.given)
  for (const {name, text} of pageFiles(page)) visit.put(name, text)
  const wrong: string[] = []
  // What later lines print of a run that ended otherwise, for this machine is slow at the moment, is not what the page shows.
  let isOther = false
  for (const line of own) {
    if (!DEEP && (LONG.has(line.text) || isLeftOut(line.text))) continue
    const ended = await visit.follow(DEEP ? line : {...line, text: shortened(line.text)})
    visit.learn(line.shown, ended.output)
    const fault = faultOf(line, ended, isOther)
    isOther ||= TIMED.has(line.text) && ended.code !== line.exit
    if (fault !== undefined) wrong.push(`${place(line)}\n  ${fault}\n${ended.output.slice(0, 1500)}`)
  }
  assert.is(wrong.length, 0, wrong.join('\n\n'))
}

/** How fast this machine is at the moment decides the end of some lines, and what they print then. */
function faultOf(line: PageLine, {code, output}: Ended, isOther: boolean): string | undefined {
  if (code !== line.exit)
    return TIMED.has(line.text) && [0, 1, 4].includes(code ?? -1)
      ? undefined
      : `ended with ${code} instead of ${line.exit}`
  const lacks = isOther ? undefined : missingLine(line.shown, output)
  return lacks === undefined ? undefined : `did not print: ${lacks}`
}

/** Of lines that say alike `npm test` types one, another one by each seed. */
function isLeftOut(text: string): boolean {
  return ALIKE.some((lines) => lines.includes(text) && !rotated(lines, lines.length).includes(text))
}

/** What a line that `npm test` types says instead: seconds of load, hundreds of episodes and every drill say no more about a page than a part of them. */
const SHORTER: readonly (readonly [RegExp, string])[] = [
  [/--duration 30s/, '--duration 300ms'],
  [/--size standard/, '--size smoke'],
  [/^assay drills --bundle$/, 'assay drills P05 --bundle'],
  [/^assay drills --tag core --sham$/, 'assay drills P05 --sham'],
  [/^assay node baseline (?!.*--window)/, 'assay node baseline --window 1s '],
  [/--window (10m|30s)/, '--window 1s'],
  [/--repeats 5(?! --baseline)/, '--repeats 5 --iterations 5'],
  [/--input-file docs\/examples\/gr00t-inputs.json/, '$& --iterations 5'],
  [/--iterations 20\b/, '--iterations 5'],
  [/--suite score-ranking (.*) --n 40/, '--suite score-ranking $1 --n 20'],
  [/--suite policy (.*) --n (80|100)/, '--suite policy $1 --n 72'],
  [/--suite fidelity --env double-integrator/, '--suite fidelity --env double-integrator --n 2'],
  [/--provider dynamics --n 80/, '--provider dynamics --n 20'],
  [/--picture-size 96 --seed 7/, '--picture-size 96 --seed 7 --episodes 2'],
]

/** `npm run deep` types lines as printed. */
function shortened(text: string): string {
  return SHORTER.reduce((said, [long, short]) => said.replace(long, short), text)
}

it('every line is run or says why it cannot be, and those are few', () => {
  const exempt = lines.filter((line) => exemption(line) !== undefined)
  assert.ok(lines.length > 60)
  assert.ok(exempt.length <= 20, exempt.map(place).join('\n'))
  assert.is(LONG.size, 5)
  for (const text of [...TIMED, ...LONG, ...ALIKE.flat()])
    assert.ok(
      lines.some((line) => line.text === text),
      text,
    )
})
it.run()
