import {PassThrough} from 'node:stream'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {type BackendRequest, backendEnvironment} from '#hostnode/git/backend-environment'
import {CgiHeadReader} from '#hostnode/git/cgi-head'
import {bootName, childName, parseChildName} from '#hostnode/git/child-names'
import {GitSlots} from '#hostnode/git/git-slots'
import {PushGate} from '#hostnode/git/push-gate'
import {type PushRecord, parsePushRecord} from '#hostnode/git/push-records'
import {planChanges} from '#hostnode/git/ref-changes'
import {ZERO_ID} from '#hostnode/git/refs'
import {watchChild} from '#hostnode/transport/child-watch'
import {parseCommits} from '#hostnode/transport/commit-lines'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('hostnode/git')

it('a CGI head is the same however it is cut, and what is none is refused', () => {
  const body = 'PACK\n\n\r\n\r\nbytes'
  const heads = [
    ['Status: 404 Not Found\r\nContent-Type: text/plain\r\n\r\n', 404, 'text/plain'],
    ['Content-Type: a/b;  c=d \nExpires: x\n\n', 200, 'a/b;  c=d'],
    ['Content-Type:a/b\r\nstatus: 500\r\n\n', 500, 'a/b'],
  ] as const
  for (const [text, status, type] of heads) {
    const bytes = Buffer.from(text + body)
    for (let size = 1; size <= bytes.length; size++) {
      const reader = new CgiHeadReader()
      let at = 0
      let head: ReturnType<CgiHeadReader['push']>
      for (; head === undefined && at < bytes.length; at += size) head = reader.push(bytes.subarray(at, at + size))
      assert.is(head?.status, status)
      assert.is(head?.headers.find(([name]) => name === 'content-type')?.[1], type)
      assert.is(Buffer.concat([head?.rest ?? Buffer.alloc(0), bytes.subarray(at)]).toString(), body)
    }
  }
})

it('a head that is malformed or endless is an error of git', async () => {
  for (const text of [
    'no header\n\n',
    '\n',
    ': x\n\n',
    'Status: 99\n\n',
    'Status: 200OK\n\n',
    'a b: c\n\n',
    'x'.repeat(70_000),
  ])
    await throwsCode(() => new CgiHeadReader().push(Buffer.from(text)), 'node_git')
})

const REQUEST: BackendRequest = {
  service: 'git-receive-pack',
  isAdvertisement: false,
  contentEncoding: undefined,
  gitProtocol: undefined,
  address: '127.0.0.1',
  user: undefined,
  pushRecord: undefined,
}
const PLACES = {root: '/data/repos', folder: '/data/repos/repo_1.git', hooks: '/data/hooks'}

it('what a request says reaches the child only in its form', () => {
  const bare = backendEnvironment(REQUEST, PLACES)
  assert.is(bare['PATH_INFO'], '/repo_1.git/git-receive-pack')
  for (const name of ['CONTENT_LENGTH', 'HTTP_CONTENT_ENCODING', 'GIT_PROTOCOL', 'REMOTE_USER'])
    assert.not.ok(name in bare)
  const protocol = (gitProtocol: string) => backendEnvironment({...REQUEST, gitProtocol}, PLACES)['GIT_PROTOCOL']
  assert.equal(['version=2', 'version=2:a=b'].map(protocol), ['version=2', 'version=2:a=b'])
  for (const bad of ['', 'version', 'version=2;x', 'version=2\n', 'a=b:', 'a=b, c=d', '$(x)=1'])
    assert.is(protocol(bad), undefined, bad)
  const count = Number(bare['GIT_CONFIG_COUNT'])
  const keys = Array.from(
    {length: count},
    (_, at) => `${bare[`GIT_CONFIG_KEY_${at}`]}=${bare[`GIT_CONFIG_VALUE_${at}`]}`,
  )
  assert.ok(keys.includes('safe.directory=/data/repos/repo_1.git'))
  assert.ok(keys.includes('receive.fsckObjects=true'))
  assert.not.ok(`GIT_CONFIG_KEY_${count}` in bare)
})

it('a record is taken whole or not at all', () => {
  const name = `evt_${'0'.repeat(26)}.usr_${'0'.repeat(26)}`
  const line = `${'a'.repeat(40)} ${'b'.repeat(40)} refs/heads/with space\n`
  assert.equal(parsePushRecord(name, line)?.changes, [
    {before: 'a'.repeat(40), after: 'b'.repeat(40), ref: 'refs/heads/with space'},
  ])
  for (const text of ['x', line.slice(0, 50), `${line}a`, line.replace('refs/', '')])
    assert.is(parsePushRecord(name, text), undefined, text)
  for (const wrong of ['', 'x', `${name}.part`, name.replace('evt', 'tok')])
    assert.is(parsePushRecord(wrong, line), undefined)
})

/** Pushes to a few refs, one after the other: what each moved, and where all ended. */
const history = fc
  .array(fc.uniqueArray(fc.nat({max: 3}), {minLength: 1, maxLength: 3}), {maxLength: 12})
  .map((pushes) => {
    const now = new Map<string, string>()
    let count = 0
    const records = pushes.map((refs, at): PushRecord => {
      const changes = refs.map((n) => {
        const ref = `refs/heads/${n}`
        const before = now.get(ref) ?? ZERO_ID
        const after = before !== ZERO_ID && (at + n) % 5 === 0 ? ZERO_ID : String(++count).padStart(40, '0')
        now.set(ref, after)
        return {ref, before, after}
      })
      return {id: String(at), userId: 'usr', changes}
    })
    return {records, real: new Map([...now].filter(([, oid]) => oid !== ZERO_ID))}
  })

it('however records come, and whichever are lost, changes make one chain to what is there, and each is told once', () => {
  fc.assert(
    fc.property(
      history,
      fc.array(fc.boolean(), {minLength: 12, maxLength: 12}),
      fc.infiniteStream(fc.nat()),
      (past, kept, order) => {
        const records = past.records
          .filter((_, at) => kept[at])
          .map((record) => ({record, key: order.next().value}))
          .sort((a, b) => a.key - b.key)
          .map(({record}) => record)
        const planned = planChanges(new Map(), records, past.real)
        const now = new Map<string, string>()
        for (const {ref, before, after} of planned) {
          assert.is(before, now.get(ref) ?? ZERO_ID)
          assert.is.not(before, after)
          now.set(ref, after)
        }
        assert.equal(new Map([...now].filter(([, oid]) => oid !== ZERO_ID)), past.real)
        const told = planned.filter(({push}) => push !== undefined).map(({ref, push}) => `${push?.id} ${ref}`)
        const wanted = records.flatMap(({id, changes}) => changes.map(({ref}) => `${id} ${ref}`))
        assert.equal(told.sort(), wanted.sort())
      },
    ),
    {numRuns: 300},
  )
})

it('all records of a push after push are told in their order, with nothing of our own between', () => {
  fc.assert(
    fc.property(history, ({records, real}) => {
      const planned = planChanges(new Map(), records, real)
      assert.equal(
        planned.map(({push, ref}) => `${push?.id} ${ref}`),
        records.flatMap(({id, changes}) => changes.map(({ref}) => `${id} ${ref}`)),
      )
    }),
  )
})

it('so many work, so many wait in their order, and who does not want to wait any more does not', async () => {
  const slots = new GitSlots(1, 2, 0)
  const {signal} = new AbortController()
  const first = await slots.take('a', signal)
  const leaving = new AbortController()
  const second = slots.take('a', leaving.signal)
  const third = slots.take('b', signal)
  assert.is(await slots.take('c', signal), undefined)
  leaving.abort()
  assert.is(await second, undefined)
  first?.[Symbol.dispose]()
  first?.[Symbol.dispose]()
  const place = await third
  assert.ok(place)
  const waiting = slots.take('a', signal)
  place[Symbol.dispose]()
  assert.ok(await waiting)
  assert.is(await slots.take('a', leaving.signal), undefined)
})

it('refs are compared only while nobody pushes, and who comes then waits', async () => {
  const gate = new PushGate()
  await gate.enter('a')
  assert.is(await gate.inTurn('a', async (alone) => alone), undefined)
  gate.leave('a', true)
  assert.equal(gate.doubtful(), ['a'])
  const comparing = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const turn = gate.inTurn('a', async (alone) => {
    begun.resolve()
    await comparing.promise
    return alone?.isUnsure
  })
  await begun.promise
  const entered: string[] = []
  const later = gate.enter('a').then(() => entered.push('a'))
  await gate.enter('b').then(() => entered.push('b'))
  assert.equal(entered, ['b'])
  comparing.resolve()
  assert.is(await turn, true)
  await later
  gate.leave('a', false)
  await gate.inTurn('a', () => Promise.reject(new Error('no room'))).catch(() => undefined)
  assert.equal(gate.doubtful(), ['a'])
})

it('a child is known again by its number, its start and the boot', () => {
  const one = {repositoryId: 'repo_0abc', pid: 12, started: '99', boot: bootName('boot')}
  assert.equal(parseChildName(childName(one)), one)
  for (const name of ['', 'repo_a.0.1.a', 'repo_a.1.1', '../x.1.1.a', 'repo_a.-1.1.a'])
    assert.is(parseChildName(name), undefined)
})

it('of the places, and of those to wait in, nobody has more than half', async () => {
  const slots = new GitSlots(4, 4, 0)
  const {signal} = new AbortController()
  const take = (who: string) => slots.take(who, signal)
  const [one, two] = [await take('a'), await take('a')]
  assert.ok(one && two)
  const waiting = [take('a'), take('a')]
  assert.is(slots.isWanted, false)
  assert.is(await take('a'), undefined)
  const others = [await take('b'), await take('c')]
  assert.ok(others.every(Boolean))
  const fourth = take('d')
  assert.is(slots.isWanted, true)
  one?.[Symbol.dispose]()
  // Who waits longest has the place, for now there is one that it may have.
  const third = await waiting[0]
  assert.ok(third)
  others[0]?.[Symbol.dispose]()
  assert.ok(await fourth)
  two?.[Symbol.dispose]()
  assert.ok(await waiting[1])
})

/** A child that never ends by itself, and what became of it as time passes. */
function watched(facts: {waitsForCaller: boolean; isWanted: boolean; waitsForPlace?: boolean}) {
  const clock = fakeClock()
  const stopped: number[] = []
  const host = {
    cores: 1,
    boot: '',
    start: () => Promise.reject(new Error('not here')),
    startOf: () => undefined,
    signal: () => false,
    stop: (pid: number) => Promise.resolve(void stopped.push(pid)),
  }
  const output = new PassThrough()
  const pipes = {input: new PassThrough(), output, complaints: new PassThrough()}
  const watch = watchChild(
    {pid: 7, ...pipes, questions: undefined, ended: new Promise<number>(() => undefined)},
    {
      host,
      time: clock,
      gone: new AbortController().signal,
      silentMs: 60_000,
      waitsForCaller: () => facts.waitsForCaller,
      waitsForPlace: () => facts.waitsForPlace === true,
      isWanted: () => facts.isWanted,
    },
  )
  /** So many seconds, in each of which so many bytes move. */
  const pass = (seconds: number, bytes: number) => {
    for (let n = 0; n < seconds; n++) {
      if (bytes > 0) watch.touch(bytes)
      clock.tick(1_000)
    }
  }
  return {watch, stopped, output, pass}
}

it('a child without a byte either way for a minute is ended, one that moves is not', () => {
  const {watch, stopped, output, pass} = watched({waitsForCaller: true, isWanted: false})
  pass(59, 0)
  pass(200, 1)
  pass(54, 0)
  assert.equal([watch.reason(), stopped], [undefined, []])
  pass(10, 0)
  assert.equal([watch.reason(), stopped], ['silent', [7]])
  assert.ok(output.destroyed)
})

it('git that moves refs may be silent for as long as the disk takes; then its answer is waited for as any', () => {
  const facts = {waitsForCaller: false, isWanted: false}
  const {watch, stopped, pass} = watched(facts)
  watch.moveRefs()
  pass(600, 0)
  assert.equal([watch.reason(), stopped], [undefined, []])
  facts.waitsForCaller = true
  pass(30, 1)
  pass(70, 0)
  assert.equal([watch.reason(), stopped], ['silent', [7]])
})

it('who waits for a place is not silent', () => {
  const facts = {waitsForCaller: true, isWanted: true, waitsForPlace: true}
  const {watch, pass} = watched(facts)
  pass(600, 0)
  assert.is(watch.reason(), undefined)
  facts.waitsForPlace = false
  pass(70, 0)
  assert.is(watch.reason(), 'silent')
})

it('who is slow for a minute gives the place to who waits for it; git may be as slow as it likes', () => {
  for (const [facts, bytes, reason] of [
    [{waitsForCaller: true, isWanted: true}, 1_000, 'slow'],
    [{waitsForCaller: true, isWanted: true}, 1_100, undefined],
    [{waitsForCaller: false, isWanted: true}, 1, undefined],
    [{waitsForCaller: true, isWanted: false}, 1, undefined],
  ] as const) {
    const {watch, pass} = watched(facts)
    pass(59, bytes)
    assert.is(watch.reason(), undefined)
    pass(10, bytes)
    assert.is(watch.reason(), reason, JSON.stringify(facts))
  }
})

it('commits are read as they are, whatever was written into them', () => {
  const text = ['a'.repeat(40), 'Ada', 'a@b', '99999999999999999999', 'line\n\nmore\n'].join('\0')
  const [one, two] = parseCommits(`${text}\0\n${text.replace('9999', 'x')}\0\n`)
  assert.equal([one?.message, one?.author, two?.id], ['line\n\nmore', {name: 'Ada', email: 'a@b'}, 'a'.repeat(40)])
  assert.is(two?.timestamp, '1970-01-01T00:00:00.000Z')
})
it.run()
