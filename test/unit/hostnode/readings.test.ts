import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {NodeStore} from '#hostnode/store/node-store'
import {Readings} from '#hostnode/store/readings'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('hostnode readings')
const turn = () => new Promise(setImmediate)

const openStore = (path: string) =>
  new NodeStore(path, {
    crashAt: () => undefined,
    onWrite: () => ({[Symbol.dispose]: () => undefined}),
    soon: (work) => void setImmediate(work),
  })

function madeStore(path: string): NodeStore {
  const store = openStore(path)
  store.transaction(() => store.script('CREATE TABLE things (name TEXT)'))
  return store
}

function counting(store: NodeStore) {
  const readings = new Readings<number>(store)
  const asked = {count: 0}
  const read = () => {
    asked.count++
    return Number(store.one('SELECT count(*) AS n FROM things')?.['n'])
  }
  return {asked, readings, look: () => readings.of('things', read)}
}

it('a reading is kept until this process writes', () => {
  using dir = tempDir()
  using store = madeStore(join(dir.path, 'db'))
  const {asked, look} = counting(store)
  assert.equal([look(), look(), asked.count], [0, 0, 1])
  store.transaction(() => store.run("INSERT INTO things VALUES ('a')"))
  assert.equal([look(), look(), asked.count], [1, 1, 2])
})

it('a reading is made anew once somebody else has written', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'db')
  using store = madeStore(path)
  const {look} = counting(store)
  assert.is(look(), 0)
  // Another connection is what another process would be to SQLite.
  using other = openStore(path)
  other.transaction(() => other.run("INSERT INTO things VALUES ('b')"))
  await turn()
  assert.is(look(), 1)
})

it('nothing that is not committed is kept, and what was rolled back was never there', () => {
  using dir = tempDir()
  using store = madeStore(join(dir.path, 'db'))
  const {look} = counting(store)
  const seen: number[] = []
  const attempt = () =>
    store.transaction(() => {
      store.run("INSERT INTO things VALUES ('c')")
      seen.push(look())
      throw new Error('thought better of it')
    })
  assert.throws(attempt, /thought better/)
  assert.equal([seen, look()], [[1], 0])
})

it('nothing found is looked for again, and many questions do not fill the memory', () => {
  using dir = tempDir()
  using store = madeStore(join(dir.path, 'db'))
  const readings = new Readings<string>(store)
  let asked = 0
  const nothing = () => {
    asked++
    return undefined
  }
  readings.of('nobody', nothing)
  readings.of('nobody', nothing)
  assert.is(asked, 2)
  let made = 0
  const make = (name: string) => readings.of(name, () => `${name} ${made++}`)
  make('first')
  for (let n = 0; n < 500; n++) make(`other ${n}`)
  assert.is(make('first'), 'first 501')
})
it.run()
