import * as assert from 'uvu/assert'
import {quickDrill} from '../support/drill-ways.ts'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('what drills saw')

it('a signal that was not seen is told with what was expected and what the last poll saw', async () => {
  using shop = workshop()
  shop.put('own.yaml', quickDrill('{state: {equals: other}}'))
  const {code, document} = await shop.ask(['drills', 'own.yaml'])
  assert.is(code, 1)
  const {timeline} = JSON.parse(shop.read('runs', document.run_id, 'results/drills/quick.json'))
  const seen = 'damaged was not seen (false): state is "broken", not as expected: equals "other"'
  assert.ok(
    timeline.some(({what}: {what: string}) => what === seen),
    JSON.stringify(timeline),
  )
  assert.match(shop.read('runs', document.run_id, 'reports/report.md'), /state is "broken"/)
  const screen = await shop.tell(['drills', 'own.yaml'])
  assert.match(screen.out.replaceAll(/\s+/g, ' '), `✗ quick not_detected: ${seen}`)
  const verified = await shop.ask(['runs', 'verify', document.run_id])
  assert.equal([verified.code, verified.document.findings], [0, []])
})

it.run()
