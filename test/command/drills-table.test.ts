import {readdirSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {quickDrill} from '../support/drill-ways.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('drills at a table')
const PASSWORD = ['hunter2', 'q9x7w3'].join('-')
const ANSWERS = [
  'duty engineer east',
  'duty engineer west',
  '08:30',
  'none',
  'none',
  'none',
  'none',
  'two days ago',
  'yes',
  'duty engineer west',
  '08:45',
  '',
]

/** Somebody who types one line after the other, and what they were shown. */
function person(lines: readonly string[]) {
  const shown: string[] = []
  const left = [...lines]
  return {
    shown,
    awaitEnter: async (text: string) => {
      shown.push(text)
      return `${left.shift() ?? 'abort'}\n`
    },
  }
}

async function held(shop: Workshop, lines: readonly string[]) {
  const somebody = person(lines)
  const {code, document} = await shop.ask(['drills', 'H37', '--guided'], somebody)
  const path = ['runs', document.run_id, 'results/drills/handover.json']
  return {code, record: JSON.parse(shop.read(...path)), shown: somebody.shown}
}

it('a handover passes when every question has its answer, and the record tells roles and times', async () => {
  using shop = workshop()
  const {code, record, shown} = await held(shop, ANSWERS)
  assert.equal([code, record.verdict, record.revert.state], [0, 'pass', 'clean'], JSON.stringify(record))
  const answers = record.respond.map(({answer}: {answer?: string}) => answer)
  assert.equal(answers, [...ANSWERS.slice(0, -1), undefined])
  assert.match(shown[2] ?? '', 'Type a time, such as 08:30')
  assert.equal(readdirSync(shop.path('runs/.state/drills')), [])
})

it('what is no answer is asked for again, and a password that somebody types is masked', async () => {
  using shop = workshop()
  const typed = [
    '?',
    ...ANSWERS.slice(0, 2),
    'half past eight',
    '24:00',
    ...ANSWERS.slice(2, 5),
    `password: ${PASSWORD}`,
    ...ANSWERS.slice(6),
  ]
  const {record, shown} = await held(shop, typed)
  assert.is(record.verdict, 'pass')
  assert.equal(shown.filter((text) => text.includes('once more')).length, 3)
  assert.not.ok(JSON.stringify(record).includes(PASSWORD))
})

it('a question that was skipped fails it, and so does whoever ends it early, but for what that is called', async () => {
  using shop = workshop()
  const skipped = await held(shop, ANSWERS.with(3, 'skip'))
  assert.equal([skipped.code, skipped.record.reasons], [1, ['respond_failed', 'not_recovered']])
  const ended = await held(shop, [...ANSWERS.slice(0, 3), 'abort'])
  assert.equal([ended.code, ended.record.verdict], [5, 'restored'])
  assert.match(ended.record.detail, 'somebody at the terminal')
})

it('without a terminal it is skipped, and a sham of it notices nothing', async () => {
  using shop = workshop()
  const alone = await shop.ask(['drills', 'H37'])
  assert.equal([alone.code, alone.document.drills[0].verdict], [4, 'skipped'])
  const sham = await shop.ask(['drills', 'H37', '--sham'])
  assert.equal([sham.code, sham.document.drills[0].reasons], [0, ['not_detected']])
})

it('a table without questions, and questions without a table, are refused before anything begins', async () => {
  using shop = workshop()
  shop.put('own.yaml', quickDrill().replace('kind: providers', 'kind: tabletop'))
  const none = await shop.tell(['drills', 'own.yaml'])
  assert.equal([none.code, /asks nobody anything/.test(none.err)], [2, true])
  shop.put('own.yaml', quickDrill().replace('{step: back, ', '{step: who, text: Who?, answer: role}, {step: back, '))
  const elsewhere = await shop.tell(['drills', 'own.yaml'])
  assert.equal([elsewhere.code, /for the kind tabletop/.test(elsewhere.err), shop.runs()], [2, true, []])
})

it.run()
