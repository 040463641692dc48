import * as assert from 'uvu/assert'
import {quickDrill} from '../support/drill-ways.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('what a drill must not harm')
const env = {PATH: process.env['PATH'] ?? ''}

/** A note that git reads as settings; truncated it says nothing more. */
const noteHeld = (expect: string) =>
  quickDrill()
    .replace('text: all is well', `text: '[a]b={\\"c\\":1}'`)
    .replace('size_bytes: {equals: 11}', 'state: {equals: original}')
    .replace(
      'probes: [',
      `probes: [{id: told, during: hold, probe: command, args: {argv: [git, config, --file, note.txt, a.b]}, expect: {${expect}}}, `,
    )

async function held(shop: Workshop, expect: string) {
  shop.put('own.yaml', noteHeld(expect))
  const {code, document} = await shop.ask(['drills', 'own.yaml'], {env})
  const record = JSON.parse(shop.read('runs', document.run_id, 'results/drills/quick.json'))
  const polls = shop.read('runs', document.run_id, 'logs/drills/quick.ndjson')
  return {
    code,
    record,
    polls: polls
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }
}

it('harm is what was seen, and the record says of which probe, when and what', async () => {
  using shop = workshop()
  const {code, record} = await held(shop, 'exit: {equals: 0}')
  assert.equal([code, record.verdict, record.reasons, record.revert.state], [1, 'fail', ['collateral'], 'clean'])
  assert.match(record.detail, /^not held: told, [0-9.]+ s after the fault: exit is 1, not as expected: equals 0$/)
})

it('what was not seen is no harm and not well either: it is told as not measured, and everything is put back', async () => {
  using shop = workshop()
  const {code, record, polls} = await held(shop, 'json/c: {equals: 1}')
  assert.equal([code, record.verdict, record.reasons, record.revert.state], [4, 'inconclusive', [], 'clean'])
  assert.match(record.detail, /^not measured: told, [0-9.]+ s after the fault: json\/c is nothing/)
  assert.equal(record.timeline.filter(({what}: {what: string}) => what.startsWith('not measured')).length, 1)
  assert.is(polls.filter(({phase, truth}) => phase === 'detect' && truth === 'unknown').length, 1)
})

it.run()
