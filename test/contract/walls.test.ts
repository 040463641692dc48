import {globSync, readFileSync} from 'node:fs'
import {basename, join} from 'node:path/posix'
import * as assert from 'uvu/assert'
import {packageOf, readSource, type Source} from '../support/source.ts'
import {spec} from '../support/spec.ts'

const it = spec('walls')

const readme = readFileSync('src/README.md', 'utf8')
const rooms = new Map(
  [...readme.matchAll(/^\| `([a-z]+)\/` \| ([^|]*)\| ([^|]*)\|/gm)].map(([, room = '', open = '', outside = '']) => [
    room,
    {open: new Set(open.split(/\s+/)), outside: new Set(outside.split(/\s+/))},
  ]),
)
/** Chambers by room, in the order of the table. */
const chambers = Map.groupBy(
  [...readme.matchAll(/^\| `([a-z]+)\/([a-z]+)\/` \| ([^|]*)\|/gm)].map(([, room = '', name = '', open = '']) => ({
    room,
    name,
    open: open.split(/\s+/).filter(Boolean),
  })),
  ({room}) => room,
)
const verbs = new Set(
  readme.slice(readme.indexOf('Verbs:')).split('\n').slice(1).join(' ').split(/\s+/).filter(Boolean),
)
const files = globSync('src/**/*.ts').sort()
const written = files.filter((file) => !file.includes('/generated/'))
const sources = new Map(files.map((file) => [file, readSource(file)]))

/** Outside modules that touch the world: a file that imports one for more than types is an adapter. */
const WORLD =
  /^(node:(fs|fs\/promises|http|https|http2|net|tls|dgram|dns|dns\/promises|child_process|sqlite|os|worker_threads|readline)|execa|pino|fast-glob|undici|ws|zeromq|@napi-rs\/keyring)$/
/** Pure functions: no room needs a leave for them. */
const PURE = new Set(['node:path', 'node:path/posix'])
/** The library door re-exports from every room and holds no code. */
const DOOR = 'src/index.ts'
/** Files that may import an adapter of another room. */
const REGISTRIES = new Set([
  'src/event/sink-ports.ts',
  'src/provider/registry/registry.ts',
  'src/provider/adapter/openpi/openpi-ports.ts',
  'src/provider/transport/http/open-http.ts',
  'src/provider/external/open-bridge.ts',
  'src/provider/registry/load-extras.ts',
  'src/lab/fault/start-fault-server.ts',
  'src/job/runners.ts',
  'src/host/execute/open-network.ts',
  'src/keyring/open-keyring.ts',
  'src/hostnode/compose-node.ts',
])
/** Timers and clocks of the machine. Turns of the event loop are no time: `setImmediate` may stand anywhere. */
const TIMES = {
  calls: /^(setTimeout|setInterval|Date)$/,
  members:
    /^(performance\.now|Date\.now|process\.hrtime|AbortSignal\.timeout|Atomics\.wait|\w+\.(setTimeout|setInterval))$/,
  imports: /^(node:)?(timers|timers\/promises|perf_hooks)$/,
}
/** Where time is not the port: by name, for these files may move, and with the reason. */
const OUT_OF_TIME: Readonly<Record<string, string>> = {
  'system-clock.ts': 'it is the adapter',
  'wait-until.ts': 'the measuring core waits to some microseconds',
  'node-vitals.ts': 'it measures the event loop',
  'zoo.ts': 'a model that is slow on purpose',
  'execa-line-child.ts': 'a real process is given its grace',
  'execa-talk.ts': 'a real process is given its grace',
  'stop-group.ts': 'a real process is given its grace',
  'read-until-exit.ts': 'a real stream falls silent',
  'node-writer.ts': 'a real file gets the time of the machine, and a busy one is waited for',
  'last-resort.ts': 'after a crash nothing else is trusted',
  'drip.ts': 'a server with faults is slow on purpose',
  'start-stdio-server.ts': 'a server with faults is slow on purpose',
  'start-ws-server.ts': 'a server with faults is slow on purpose',
  'start-http-server.ts': 'a server with faults is slow on purpose',
  'start-zmq-server.ts': 'a server with faults is slow on purpose',
}
/** The room that puts adapters together: what it gives is ports. */
const COMPOSITION = 'compose'
const WRITERS = new Set(['src/path/node-writer.ts'])

it('the table names every room, and only rooms that are there', () => {
  assert.equal([...rooms.keys()].sort(), [...new Set(files.map(roomOf))].filter(Boolean).sort())
})

for (const file of files.filter((file) => file !== DOOR)) {
  it(`${file} opens only doors of the table`, () => {
    const door = rooms.get(roomOf(file))
    for (const {target} of imports(file)) {
      if (target.startsWith('#')) assert.ok(door?.open.has(roomIn(target)), `may not open ${target}`)
      else if (target.startsWith('.'))
        assert.is(roomOf(join(file, '..', target)), roomOf(file), `${target} leaves the room`)
      else if (!PURE.has(target)) assert.ok(door?.outside.has(packageOf(target)), `may not use ${target}`)
    }
  })
}

for (const [room, rows] of chambers) {
  const names = rows.map(({name}) => name)

  it(`the table names every chamber of ${room}, from below to above`, () => {
    const there = new Set(files.filter((file) => roomOf(file) === room).map(chamberOf))
    assert.equal([...names].sort(), [...there].filter(Boolean).sort())
    const backwards = rows.flatMap(({name, open}, at) =>
      open.filter((one) => !names.slice(0, at).includes(one)).map((one) => `${name} opens ${one}`),
    )
    assert.equal(backwards, [])
  })

  it(`chambers of ${room} open only doors of the table`, () => {
    const wrong = files
      .filter((file) => roomOf(file) === room && chamberOf(file) !== '')
      .flatMap((file) => {
        const own = chamberOf(file)
        const open = new Set([own, ...(rows.find(({name}) => name === own)?.open ?? [])])
        const inside = imports(file).filter(({target}) => target.startsWith('.'))
        return inside
          .filter(({target}) => !open.has(chamberOf(fileOf(target, file))))
          .map(({target}) => `${file} opens ${target}`)
      })
    assert.equal(wrong, [])
  })
}

it('a file has at most 250 lines', () => {
  assert.equal(
    written.filter((file) => text(file).split('\n').length > 251),
    [],
  )
})

it('a test has at most 400 lines', () => {
  const tests = globSync('test/**/*.ts').filter((file) => readFileSync(file, 'utf8').split('\n').length > 401)
  assert.equal(tests, [])
})

it('async code stands in verbs, adapters, the hall and commands only', () => {
  const elsewhere = written.filter((file) => sources.get(file)?.isAsync && !mayBeAsync(file))
  assert.equal(elsewhere, [])
})

it('an adapter is opened by the composition, a registry or another adapter of its room', () => {
  const wrong = written.flatMap((file) =>
    imports(file)
      .filter(({target, isType}) => !isType && isAdapter(fileOf(target, file)))
      .filter(({target}) => !mayOpenAdapter(file, fileOf(target, file)))
      .map(({target}) => `${file} opens ${target}`),
  )
  assert.equal(wrong, [])
})

it('no import leads in a circle, not of types alone and not a lazy one', () => {
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    assert.not.ok(path.includes(file), `a circle: ${[...path.slice(path.indexOf(file)), file].join(' > ')}`)
    if (done.has(file)) return
    for (const {target} of imports(file)) {
      if (/^[.#]/.test(target)) visit(fileOf(target, file), [...path, file])
    }
    done.add(file)
  }
  for (const file of files) visit(file, [])
})

it('the laboratory is loaded by who needs it, never with others', () => {
  const wrong = written
    .filter((file) => roomOf(file) !== 'lab' && file !== DOOR)
    .filter((file) =>
      imports(file).some(({target, isType, isLazy}) => target.startsWith('#lab/') && !isType && !isLazy),
    )
  // The trials of the suite that puts others on trial, which is loaded with its cells.
  assert.equal(wrong, ['src/eval/examine/meta-trials.ts'])
})

it('no open point is left in the code', () => {
  assert.equal(
    written.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(text(file))),
    [],
  )
})

it('only one module touches the streams of the process, and nothing prints past it', () => {
  const wrong = filesWith(/^console\.|^process\.std(out|err|in)$/)
  assert.equal(wrong, ['src/cli/write-output.ts'])
})

it('only the second interrupt and a crash of ours end the process', () => {
  const enders = ['src/cli/last-resort.ts', 'src/cli/signals.ts']
  assert.equal(filesWith(/^process\.(exit|abort|reallyExit|exitCode)$/), enders)
})

it('time is a port: only its adapter and what is named with a reason asks the machine for it', () => {
  const some = (names: Iterable<string> | undefined, wanted: RegExp) =>
    [...(names ?? [])].some((name) => wanted.test(name))
  const askers = written.filter((file) => {
    const source = sources.get(file)
    const targets = imports(file).map(({target}) => target)
    return some(source?.calls, TIMES.calls) || some(source?.members, TIMES.members) || some(targets, TIMES.imports)
  })
  assert.equal([...new Set(askers.map((file) => basename(file)))].sort(), Object.keys(OUT_OF_TIME).sort())
})

it('only one module writes files', () => {
  const writes =
    /\b(writeFile|appendFile|createWriteStream|mkdir|rename|unlink|rm|copyFile|symlink|truncate|open)(Sync)?\b/
  const wrong = written.filter((file) => {
    const names = imports(file)
      .filter(({target}) => /^node:fs/.test(target))
      .flatMap(({names}) => names)
    return !WRITERS.has(file) && names.some((name) => writes.test(name) && name !== 'openSync')
  })
  assert.equal(wrong, [])
})

it('the environment and the arguments of the process are read in the hall only', () => {
  assert.equal(filesWith(/^process\.(env|argv)$/), ['src/cli/main.ts'])
})

it('an outside package is imported by name in one place, never as a value of import()', () => {
  const wrong = written.filter((file) =>
    imports(file).some(({target, isLazy}) => isLazy && !/^[.#]|^node:/.test(target)),
  )
  assert.equal(wrong, [])
})

it('oclif is imported by its parts: the whole of it costs every start', () => {
  const wrong = written.filter((file) => imports(file).some(({target, isType}) => target === '@oclif/core' && !isType))
  assert.equal(wrong, [])
})
it.run()

function imports(file: string): Source['imports'] {
  return sources.get(file)?.imports ?? []
}

function text(file: string): string {
  return sources.get(file)?.text ?? ''
}

function filesWith(member: RegExp): string[] {
  return written.filter((file) => [...(sources.get(file)?.members ?? [])].some((name) => member.test(name)))
}

function roomOf(file: string): string {
  return file.split('/').length > 2 ? (file.split('/')[1] ?? '') : ''
}

/** The folder below the room; empty for a file at its root. */
function chamberOf(file: string): string {
  return file.split('/').length > 3 ? (file.split('/')[2] ?? '') : ''
}

function roomIn(target: string): string {
  return target.slice(1).split('/')[0] ?? ''
}

function fileOf(target: string, from: string): string {
  return target.startsWith('#') ? `src/${target.slice(1)}.ts` : join(from, '..', target)
}

function isAdapter(file: string): boolean {
  if (['cli', 'commands', COMPOSITION].includes(roomOf(file)) || file.includes('/generated/')) return false
  if (basename(file).startsWith('node-')) return true
  return imports(file).some(({target, isType}) => !isType && WORLD.test(target))
}

function mayOpenAdapter(file: string, adapter: string): boolean {
  if (file === DOOR || roomOf(file) === COMPOSITION || REGISTRIES.has(file)) return true
  return roomOf(file) === roomOf(adapter) && (isAdapter(file) || file.includes('/adapter/'))
}

function mayBeAsync(file: string): boolean {
  if (['cli', 'commands'].includes(roomOf(file)) || isAdapter(file) || REGISTRIES.has(file)) return true
  if (file.includes('/adapter/')) return true
  return verbs.has(basename(file, '.ts').split('-')[0] ?? '')
}
