import {existsSync} from 'node:fs'
import {pathToFileURL} from 'node:url'
import {chromium} from 'playwright-core'
import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('HTML in a browser')
const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)
/** Without them the browser itself, not the page, calls home. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
const LIMIT_MS = 120_000

const REPORTS = {
  eval: ['eval', '--suite', 'physics', '--env', 'pendulum', '--provider', 'zoo.sign-flip', '--size', 'smoke'],
  benchmark: ['benchmark', '--operation', 'predict', '--operation', 'score', '--iterations', '60'],
}

/** What a page of a file asks for, says and shows. */
async function opened(path: string) {
  const browser = await chromium.launch({
    ...(BROWSER !== undefined && {executablePath: BROWSER}),
    args: ['--no-sandbox', '--disable-gpu', ...QUIET],
  })
  try {
    const page = await browser.newPage()
    const [asked, said]: [string[], string[]] = [[], []]
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (message) => said.push(message.text()))
    page.on('pageerror', (error) => said.push(error.message))
    await page.goto(pathToFileURL(path).href)
    const pictures = await page
      .locator('svg')
      .evaluateAll((drawn) => drawn.map((one) => one.getBoundingClientRect().width))
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    return {asked, said, pictures, overflow, title: await page.title()}
  } finally {
    await browser.close()
  }
}

for (const [name, argv] of Object.entries(REPORTS)) {
  const test = `the report of ${name} opens from its file: nothing is fetched, nothing is wrong, every picture is drawn`
  if (BROWSER === undefined) it.skip(test, 'there is no Chromium on this machine')
  else {
    it(
      test,
      async () => {
        using shop = workshop()
        await shop.tell([...argv, '--output', 'report.html'])
        const seen = await opened(shop.path('report.html'))
        assert.equal([seen.asked, seen.said], [[pathToFileURL(shop.path('report.html')).href], []])
        assert.ok(seen.pictures.length >= 2 && seen.pictures.every((width) => width > 100), String(seen.pictures))
        assert.is(seen.overflow, 0)
        assert.ok(seen.title.length > 0)
      },
      LIMIT_MS,
    )
  }
}

it.run()
