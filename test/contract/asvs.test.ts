import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'

const it = spec('asvs')
const page = readFileSync(join(ROOT, 'docs/security/asvs.md'), 'utf8')

/** What the contract of the node lists, OWASP ASVS 5.0.0. */
const ITEMS = `
1.2.5 1.2.10 1.5.3 2.2.1 4.1.1 4.1.4 4.2.1 5.2.1 5.2.3 5.2.5 5.3.2 5.3.3 15.3.5 15.3.6 15.3.7
1.3.6 12.1.1 12.3.1 12.3.2 13.2.4 13.2.5 14.2.1 15.3.2
2.3.3 2.3.4 2.4.1 6.3.1 13.1.2 13.1.3 13.2.6 15.1.3 15.2.2 15.4.1 15.4.2 15.4.3 16.5.2 16.5.3
6.5.2 7.2.3 7.4.1 8.2.1 8.2.2 8.3.1 11.2.4 11.5.1
4.1.5 11.2.1 11.4.1 11.4.3 11.6.1 13.3.1 13.3.2 13.3.4 14.1.2 14.2.4 14.2.7
16.2.1 16.2.2 16.2.4 16.2.5 16.3.3 16.3.4 16.4.1 16.4.2 16.5.1 16.5.4
`
  .trim()
  .split(/\s+/)
/** An item that is not met any more, or is met now, changes this list. */
const NOT_MET = ['12.3.1', '11.2.4', '13.3.1', '13.3.4', '16.4.2', '16.5.4']

interface Row {
  readonly item: string
  readonly meaning: string
  readonly shown: readonly {readonly file: string; readonly title: string}[]
}
const rows: readonly Row[] = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+) \| (.+) \|$/gm)].map(
  ([, item = '', meaning = '', shown = '']) => ({
    item,
    meaning,
    shown: [...shown.matchAll(/`([^`]+\.test\.ts)` (.+?)(?=<br>|$)/g)].map(([, file = '', title = '']) => ({
      file,
      title,
    })),
  }),
)

/** Titles of a test file, as they are declared. */
function titlesOf(file: string): Set<string> {
  const path = join(ROOT, file)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const declared = text.matchAll(/^\s*it(?:OnVolume)?\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)"|`([^`]+)`)/gm)
  return new Set([...declared].map(([, one, two, three]) => (one ?? two ?? three ?? '').replaceAll("\\'", "'")))
}

it('every item has its row, in the order of the contract, and no other has', () => {
  assert.equal(
    rows.map(({item}) => item),
    ITEMS,
  )
})

it('each item is shown by tests that there are, but for those that say why they are not met', () => {
  const missing = rows.flatMap(({item, shown}) =>
    shown.filter(({file, title}) => !titlesOf(file).has(title)).map(({file, title}) => `${item}: ${file} ${title}`),
  )
  assert.equal(missing, [])
  const unshown = rows.filter(({shown, meaning}) => shown.length === 0 && !meaning.startsWith('Not met: '))
  assert.equal(
    unshown.map(({item}) => item),
    [],
  )
  const notMet = rows.filter(({meaning}) => meaning.startsWith('Not met: ')).map(({item}) => item)
  assert.equal(notMet, NOT_MET)
  // A title that nobody declares would be seen.
  assert.not.ok(titlesOf('test/hostnode/edge.test.ts').has('no such test'))
  assert.is(titlesOf('test/hostnode/none.test.ts').size, 0)
})

it('the limits that the page tells are those of the code', () => {
  const limits: [string, string, RegExp][] = [
    ['process/node-listener.ts', '| Connections of a listener | 12,000 |', /MOST_CONNECTIONS = 12_000$/m],
    [
      'process/node-listener.ts',
      '| 16 KiB; 20 s, or',
      /MOST_HEADER_BYTES = 16 \* 1024$[\s\S]*HEADERS_TIMEOUT_MS = 20_000$/m,
    ],
    ['api/build-app.ts', '| 1 MiB; `--idle-timeout` (60 s)', /MOST_BODY_BYTES = 1024 \* 1024$/m],
    ['config/settings.ts', '`--idle-timeout` (60 s)', /'idle-timeout': \{\s*kind: 'text',\s*otherwise: '60s'/],
    ['api/limits.ts', '| 5,000 and 60 an hour |', /TOKEN_LIMIT = 5_000$[\s\S]*ADDRESS_LIMIT = 60$/m],
    ['git/git-work.ts', '| twice the cores;', /CHILDREN_PER_CORE = 2$/m],
    ['git/git-work.ts', '| eight times the cores |', /LENT_PER_CORE = 8$/m],
    ['git/git-work.ts', '| 64; of one caller half of them; 120 s |', /MOST_WAITING = 64$/m],
    ['transport/serve-git.ts', '; 120 s |', /MOST_WAIT_MS = 120_000$/m],
    ['transport/child-watch.ts', 'below 1 KiB/s', /LEAST_BYTES_PER_MS = 1\.024$/m],
    ['hook/conduct-deliveries.ts', '| 16; of one hook 1 |', /MOST_AT_ONCE = 16$/m],
    [
      'hook/dispatch-delivery.ts',
      '| 10 s, 64 KiB of the reply |',
      /LIMIT_MS = 10_000$[\s\S]*MOST_REPLY_BYTES = 64 \* 1024$/m,
    ],
    ['hook/raised-events.ts', '| Deliveries waiting for a hook | 1,000 |', /MOST_WAITING = 1_000$/m],
    ['api/hook-routes.ts', '| 20 and 100 |', /MOST_HOOKS = 20$/m],
    ['api/token-routes.ts', '| 20 and 100 |', /MOST_LIVE = 100$/m],
  ]
  for (const [file, told, coded] of limits) {
    assert.ok(page.includes(told), told)
    assert.match(readFileSync(join(ROOT, 'src/hostnode', file), 'utf8'), coded, file)
  }
})

it('the page tells of each class of data where it is kept, for how long and who reads it', () => {
  const table = [...page.matchAll(/^\| (secret|private|public) \| (.+) \|$/gm)]
  assert.equal(new Set(table.map(([, name]) => name)), new Set(['secret', 'private', 'public']))
  for (const [line] of table) assert.is(line.split(' | ').length, 5, line)
})
it.run()
