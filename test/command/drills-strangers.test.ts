import * as assert from 'uvu/assert'
import {quickDrill} from '../support/drill-ways.ts'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('drill files of strangers')

const abort = (probe: string, expect: string) => `abort: [{probe: ${probe}, expect: ${expect}, reason: unsafe}]\n`

it('without its safety stop a drill breaks nothing, and has no verdict', async () => {
  const blind = [
    abort('file, args: {path: note.txt}', '{sise: {gte: 3}}'),
    abort('file, args: {path: note.txt}', '{size_bytes: {matches: "1"}}'),
    abort('file, args: {path: note.txt}', '{sha256: {gte: 3}}'),
  ]
  for (const one of blind) {
    using shop = workshop()
    shop.put('own.yaml', quickDrill(undefined, one))
    const {code, document} = await shop.ask(['drills', 'own.yaml'])
    assert.equal([code, document.drills[0].verdict, document.drills[0].reasons], [4, 'inconclusive', []], one)
    const record = shop.read('runs', document.run_id, 'results/drills/quick.json')
    assert.match(record, 'an abort condition cannot be told: abort-1')
    assert.not.match(record, '"what":"file.corrupt"')
    assert.not.match(shop.read('runs', document.run_id, 'journal.ndjson'), 'file.corrupt')
  }
})

it('a safety stop that asks a provider that there is not is refused, and nothing is made', async () => {
  using shop = workshop()
  const stop = abort('provider_health, args: {provider: nobody}', '{status: {equals: healthy}}')
  shop.put('own.yaml', quickDrill(undefined, stop))
  const {code} = await shop.ask(['drills', 'own.yaml'])
  assert.equal([code, shop.runs()], [2, []])
})

it('a safety stop that compares with before ends the drill', async () => {
  using shop = workshop()
  const stop = abort('file, args: {path: note.txt}', '{size_bytes: {unchanged: true}}')
  shop.put('own.yaml', quickDrill(undefined, stop))
  const {code, document} = await shop.ask(['drills', 'own.yaml'])
  const record = JSON.parse(shop.read('runs', document.run_id, 'results/drills/quick.json'))
  assert.equal([code, record.detail, record.revert.state], [5, 'unsafe', 'clean'])
})

it('of several files the mistakes of all are told at once, and nothing is made', async () => {
  using shop = workshop()
  shop.put('one.yaml', quickDrill().replace('offset: 3', 'offset: three'))
  shop.put('two.yaml', quickDrill().replace('mode: truncate', 'mode: trunkate'))
  shop.put('good.yaml', quickDrill())
  for (const further of [[], ['--dry-run']]) {
    const {code, document} = await shop.ask(['drills', 'one.yaml', 'good.yaml', 'two.yaml', 'none.yaml', ...further])
    const told = document.error.issues.map(({pointer, rule}: {pointer: string; rule: string}) => [pointer, rule])
    assert.equal([code, document.error.code, shop.runs()], [2, 'usage', []])
    assert.equal(told, [
      ['/one.yaml/inject/0/args/offset', 'type'],
      ['/two.yaml/inject/0/args/mode', 'enum'],
      ['/none.yaml', 'file_missing'],
    ])
  }
})

it('names that no drill has stand beside the mistakes of files', async () => {
  using shop = workshop()
  shop.put('one.yaml', quickDrill().replace('offset: 3', 'offset: three'))
  const {code, document} = await shop.ask(['drills', 'one.yaml', 'P99', 'node-crahs'])
  const told = document.error.issues.map(({pointer, rule}: {pointer: string; rule: string}) => [pointer, rule])
  assert.is(code, 2)
  assert.equal(told, [
    ['/one.yaml/inject/0/args/offset', 'type'],
    ['/P99', 'drill_unknown'],
    ['/node-crahs', 'drill_unknown'],
  ])
})

it('a file of another ending is told as with --file', async () => {
  using shop = workshop()
  shop.put('drill.txt', quickDrill())
  const named = await shop.ask(['drills', 'drill.txt'])
  const given = await shop.ask(['drills', '--file', 'drill.txt'])
  assert.equal([named.code, named.document.error], [2, given.document.error])
  assert.is.not(named.document.error.code, 'drill_unknown')
})

it.run()
