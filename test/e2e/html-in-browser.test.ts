import {existsSync} from 'node:fs'
import {pathToFileURL} from 'node:url'
import axe from 'axe-core'
import {type Browser, chromium} from 'playwright-core'
import * as assert from 'uvu/assert'
import {rotated} from '../support/depth.ts'
import {hostEnv, writeTarget} from '../support/second-host/host-target.ts'
import {startSecondHost} from '../support/second-host/second-host.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('HTML in a browser')
const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)
/** Without them the browser itself, not the page, calls home. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
const LIMIT_MS = 240_000
const LOOKS = (['light', 'dark'] as const).flatMap((scheme) => [1280, 400].map((width) => ({scheme, width})))
type Look = (typeof LOOKS)[number]
const TWO: readonly Look[] = [
  {scheme: 'light', width: 400},
  {scheme: 'dark', width: 1280},
]

const CLOSED_LOOP = ['--suite', 'closed-loop', '--env', 'two-room', '--planner', 'quick', '--n', '4']
const JOB = {
  schema_version: 1,
  name: 'nightly',
  steps: [
    {id: 'machine', use: 'doctor', with: {registered_only: true}},
    {id: 'health', use: 'provider.health', with: {providers: ['mock']}},
    {id: 'build', use: 'exec', with: {argv: ['sh', '-c', 'exit 3']}},
    {id: 'after', use: 'exec', needs: ['build'], with: {argv: ['true']}},
    {id: 'a-step-with-a-name-that-is-longer-than-its-room', use: 'exec', with: {argv: ['true']}},
    {
      id: 'door',
      use: 'eval',
      with: {suite: 'closed-loop', env: 'two-room', planner: 'quick', n: 4, providers: ['zoo.sign-flip']},
    },
    {id: 'latency', use: 'benchmark', with: {operations: ['predict'], iterations: 20}},
  ],
}

interface Page {
  readonly argv: readonly string[]
  readonly pictures: number
  /** All four where a page has parts of its own; two suffice where it is made of those. Half of them at a time unless deep. */
  readonly looks?: readonly Look[]
}

/** Commands that leave a page, one a kind; `pictures` is how many it has at least. */
const PAGES: Readonly<Record<string, Page>> = {
  eval: {argv: ['eval', ...CLOSED_LOOP, '--provider', 'zoo.sign-flip'], pictures: 2, looks: LOOKS},
  benchmark: {argv: ['benchmark', '--operation', 'predict', '--iterations', '60'], pictures: 2},
  job: {argv: ['run', 'job.json'], pictures: 3, looks: LOOKS},
  compare: {argv: ['runs', 'compare', 'latest:benchmark', 'latest:benchmark'], pictures: 0},
  verify: {argv: ['runs', 'verify', 'latest:job'], pictures: 0},
  drill: {argv: ['drills', 'P01'], pictures: 1},
  check: {argv: ['node', 'check', '--target', 'target.json', '--mode', 'quick'], pictures: 1},
  contract: {argv: ['provider', 'contract', 'mock'], pictures: 0},
  validate: {argv: ['validate', 'bad.json'], pictures: 0},
}

async function drawPages(shop: Workshop): Promise<string[]> {
  await using host = await startSecondHost()
  shop.put('job.json', JSON.stringify(JOB))
  shop.put('bad.json', JSON.stringify({schema_version: 1, nmae: 'x'}))
  writeTarget(shop.root, [host])
  const env = hostEnv(host)
  for (const [name, {argv}] of Object.entries(PAGES)) await shop.tell([...argv, '--output', `${name}.html`], {env})
  return Object.keys(PAGES).filter((name) => !existsSync(shop.path(`${name}.html`)))
}

/** What a page of a file asks for, says and shows, and what the checker of accessibility finds. */
async function look(browser: Browser, path: string, {scheme, width}: Look) {
  // The policy of a page lets no other script in; what it does with its own is looked at below.
  const context = await browser.newContext({viewport: {width, height: 900}, colorScheme: scheme, bypassCSP: true})
  const page = await context.newPage()
  const [asked, said]: [string[], string[]] = [[], []]
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  await page.goto(pathToFileURL(path).href)
  const pictures = (await page.evaluate(
    "[...document.querySelectorAll('details[open] svg')].map((one) => one.getBoundingClientRect().width)",
  )) as number[]
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
  await page.evaluate(axe.source)
  const found = (await page.evaluate("axe.run({resultTypes: ['violations']})")) as {
    violations: {impact: string; id: string; nodes: {html: string}[]}[]
  }
  const faults = found.violations
    .filter(({impact}) => impact === 'serious' || impact === 'critical')
    .map(({id, nodes}) => `${id}: ${nodes[0]?.html}`)
  await context.close()
  return {asked, said, pictures, overflow, faults}
}

/** What can be done with a page under its own policy, and what is left without scripts. */
async function useFilter(browser: Browser, path: string) {
  const page = await browser.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto(pathToFileURL(path).href)
  const shown = () => page.evaluate("document.querySelectorAll('tbody tr:not([hidden])').length") as Promise<number>
  const all = await shown()
  await page.getByLabel('Filter rows').fill('latency')
  const filtered = await shown()
  await page.getByRole('button', {name: 'Fold all', exact: true}).click()
  const open = await page.evaluate("document.querySelectorAll('details[open]').length")
  await page.close()
  const plain = await browser.newContext({javaScriptEnabled: false})
  const still = await plain.newPage()
  await still.goto(pathToFileURL(path).href)
  const tools = await still.locator('.tools').count()
  const rows = await still.locator('tbody tr').count()
  await plain.close()
  return {said, all, filtered, open, tools, rows}
}

const TEST =
  'every kind of page, light and dark, wide and narrow: nothing fetched, no fault of access, nothing over the edge'
if (BROWSER === undefined) it.skip(TEST, 'there is no Chromium on this machine')
else {
  it(
    TEST,
    async () => {
      using shop = workshop()
      assert.equal(await drawPages(shop), [])
      const browser = await chromium.launch({
        executablePath: BROWSER,
        args: ['--no-sandbox', '--disable-gpu', ...QUIET],
      })
      try {
        for (const [name, {pictures, looks = TWO}] of Object.entries(PAGES)) {
          const path = shop.path(`${name}.html`)
          for (const way of rotated(looks, 2)) {
            const seen = await look(browser, path, way)
            const where = `${name} ${way.scheme} ${way.width}`
            assert.equal([seen.asked, seen.said], [[pathToFileURL(path).href], []], where)
            assert.equal(seen.faults, [], where)
            assert.is(seen.overflow, 0, where)
            assert.ok(seen.pictures.length >= pictures && seen.pictures.every((one) => one > 100), where)
          }
        }
        const used = await useFilter(browser, shop.path('job.html'))
        assert.equal(used.said, [])
        assert.ok(used.filtered > 0 && used.filtered < used.all, JSON.stringify(used))
        assert.equal([used.open, used.tools, used.rows], [0, 0, used.all])
      } finally {
        await browser.close()
      }
    },
    LIMIT_MS,
  )
}

it.run()
