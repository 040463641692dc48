import * as assert from 'uvu/assert'
import {runsCompareResult} from '#contract/generated/runs-compare-result'
import {parse} from '#contract/parse'
import {quickDrill} from '../support/drill-ways.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('runs compare over drills')
const LIMIT_MS = 90_000

async function compared(shop: Workshop, ...argv: string[]) {
  const {code, document} = await shop.ask(['runs', 'compare', ...argv])
  const [first] = parse(runsCompareResult, document).comparisons
  return {code, first, row: (metric: string) => first?.rows.find((one) => one.metric === metric)}
}

it(
  'drills are held side by side: what passed and now fails is a regression, in every format',
  async () => {
    using shop = workshop()
    const drilled = async (...given: Parameters<typeof quickDrill>) => {
      shop.put('own.yaml', quickDrill(...given))
      return (await shop.ask(['drills', 'own.yaml'])).document.run_id
    }
    const [good, again, blind] = [await drilled(), await drilled(), await drilled('{state: {equals: missing}}')]
    const same = await compared(shop, good, again)
    assert.equal([same.code, same.first?.kind, same.row('verdict')?.status], [0, 'drill', 'equivalent'])
    const worse = await compared(shop, good, blind)
    assert.equal(
      [worse.code, worse.row('verdict')?.status, worse.row('detect_s')?.status],
      [1, 'regressed', 'inconclusive'],
    )
    assert.equal(worse.first?.failures.came, ['quick'])
    const [{base, candidate} = {}] = worse.first?.drills ?? []
    assert.equal([base?.verdict, candidate?.verdict, candidate?.detect.met], ['pass', 'fail', null])
    const told = async (format: string) => (await shop.tell(['runs', 'compare', good, blind, '--format', format])).out
    assert.match(await told('human'), /Objectives of the base +2 met, 0 missed, 0 unmeasured/)
    assert.match(await told('junit'), /<testcase [^>]*quick\/verdict[^>]*>\s*<failure/)
    assert.match(await told('html'), 'base detected s')
    shop.put('gate.yaml', 'schema_version: 1\nkind: gate\nrules: []\n')
    assert.is((await shop.tell(['runs', 'compare', good, again, '--gate', 'gate.yaml'])).code, 2)
    const other = await shop.run()
    assert.is((await shop.tell(['runs', 'compare', good, other])).code, 2)
  },
  LIMIT_MS,
)

it.run()
