import {mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {errorDocument} from '#contract/generated/error'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import {formatNames} from '#report/renderers'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('hall')
const CANARY = ['canary', 'Zx81', 'q7Wn', '4mKp'].join('-')

it('tells its version', async () => {
  const {code, out, err} = await assay(['--version'])
  assert.equal([code, err], [0, ''])
  assert.match(out, /^assay\/\d+\.\d+\.\d+ \w+-\w+ node-v\d+\.\d+\.\d+\n$/)
})

it('without words, and with --help anywhere before --, shows help and exits 0', async () => {
  for (const argv of [
    [],
    ['--help'],
    ['help'],
    ['doctor', '-h'],
    ['runs', 'list', '--help'],
    ['help', 'runs', 'list'],
  ]) {
    const {code, out, err} = await assay(argv)
    assert.equal([code, err], [0, ''], argv.join(' '))
    assert.match(out, 'USAGE')
  }
})

it('a topic alone shows its commands', async () => {
  const {code, out} = await assay(['runs'])
  assert.is(code, 0)
  assert.match(out, 'runs list')
})

const NO_SUCH = 'there is no command like this'
const NO_SUCH_BEGIN = 'a command line begins with a command'
const STRANGE_COMMANDS = [
  ['list', NO_SUCH, 'assay drills list or assay env list or assay provider list or assay runs list'],
  ['list drills', NO_SUCH, 'assay drills list'],
  ['providers ls', NO_SUCH, 'assay provider list'],
  ['runs latest', NO_SUCH, 'assay runs show latest'],
  ['verify runs/x', NO_SUCH, 'assay runs verify or assay webhook verify'],
  ['compare one other', NO_SUCH, 'assay runs compare'],
  ['bench', NO_SUCH, 'assay benchmark'],
  ['Eval --list', NO_SUCH_BEGIN, 'assay eval'],
  ['assay runs lst', NO_SUCH, 'assay runs list'],
  ['drill P05', NO_SUCH, 'assay drills P05'],
  ['P05', NO_SUCH_BEGIN, 'assay drills P05'],
  ['provider whatever mock', NO_SUCH, 'assay provider --help'],
  ['sdfkjsdf', 'there is no command like this or near it', 'assay --help'],
  ['version', NO_SUCH, 'assay --version'],
  ['-V', NO_SUCH_BEGIN, 'assay --version'],
].map(([line = '', message = '', hint = '']) => [line, 'unknown_command', message, hint] as const)
const MISTAKES: readonly (readonly [string, string, string, string])[] = [
  ...STRANGE_COMMANDS,
  ['eval list', 'usage', 'unexpected argument: eval takes no argument, 1 given', 'assay eval --list'],
  ['run eval', 'usage', 'eval is a command and no job file', 'assay eval'],
  [
    'drills run P05',
    'drill_unknown',
    'there is no drill of this name: drills are run by their names alone',
    'assay drills P05',
  ],
  [
    'drills start',
    'drill_unknown',
    'there is no drill of this name: drills are run by their names alone',
    'assay drills',
  ],
  ['doctor extra', 'usage', 'unexpected argument: doctor takes no argument, 1 given', 'assay doctor --help'],
  ['doctor --stict', 'usage', 'unknown flag --stict', 'Did you mean --strict?'],
  ['doctor --zzzzzz=1', 'usage', 'unknown flag --zzzzzz', 'assay doctor --help'],
  ['doctor --format', 'usage', '--format needs a value: human, json, markdown, csv', 'assay doctor --help'],
  ['doctor --format=jsn', 'usage', '--format must be one of human, json, markdown, csv', 'Did you mean --format json?'],
  ['doctor --format html', 'usage', '--format must be one of human, json, markdown, csv', 'assay doctor --help'],
  ['doctor --quiet --workspace-dir', 'usage', '--workspace-dir needs a value', 'assay doctor --help'],
  ['provider info', 'usage', 'the argument name is missing', 'assay provider info --help'],
  [
    'provider info a b c',
    'usage',
    'unexpected argument: provider info takes at most 1, 3 given',
    'assay provider info --help',
  ],
  ['runs list --limit many', 'usage', '--limit must be an integer', 'assay runs list --help'],
  ['runs list --limit=-1', 'usage', '--limit must be an integer greater than or equal to 0', 'assay runs list --help'],
  ['runs list -n 1 -n 2', 'usage', '--limit may be given only once', 'assay runs list --help'],
  ['runs list -nx', 'usage', '--limit must be an integer', 'assay runs list --help'],
  ['runs list --limit 1 --limit 2', 'usage', '--limit may be given only once', 'assay runs list --help'],
  ['runs list --run-workspace --strict', 'usage', '--workspace-dir needs a value', 'assay runs list --help'],
  ['runs cleanup --yes', 'usage', '--keep is required', 'assay runs cleanup --help'],
  ['completion fash', 'usage', 'the argument shell must be one of bash, zsh, fish', 'Did you mean bash or fish?'],
  ['doctor --quiet=1', 'usage', '--quiet takes no value', 'assay doctor --help'],
  ['docter', 'unknown_command', 'there is no command like this', 'assay doctor'],
  ['runs lst', 'unknown_command', 'there is no command like this', 'assay runs list'],
  ['runs lst --help', 'unknown_command', 'there is no command like this', 'assay runs list'],
  ['help docter', 'unknown_command', 'there is no command like this', 'assay doctor'],
  ['../doctor', 'unknown_command', 'a command line begins with a command', 'assay --help'],
  ['--format json doctor', 'unknown_command', 'a command line begins with a command', 'assay --help'],
]
for (const [line, code, message, hint] of MISTAKES) {
  it(`\`${line}\` is refused in words that help`, async () => {
    const done = await assay(line.split(' '))
    if (!asksJson(line)) assert.equal(done, {code: 2, out: '', err: `error ${code}: ${message}\n  try: ${hint}\n`})
    else assert.is(done.code, 2)
  })
}

it('a mistake never repeats the value that was typed', async () => {
  for (const argv of [
    ['doctor', CANARY],
    ['doctor', `--zone=${CANARY}`],
    ['doctor', `--format=${CANARY}`],
    ['doctor', '--format', CANARY],
    ['doctor', '--workspace-dir', 'x', '--workspace-dir', CANARY],
    ['doctor', '--output', `${CANARY}.pdf`],
    ['runs', 'list', '--limit', CANARY],
    ['runs', 'list', '--status', CANARY],
    [CANARY],
    ['runs', CANARY],
    ['provider', 'info', CANARY],
  ]) {
    const done = await assay(argv)
    assert.is(done.code, 2, argv.join(' '))
    assert.not.match(done.out + done.err, CANARY)
  }
})

it('with --format json a mistake is a document on standard output and nothing on standard error', async () => {
  for (const argv of [
    ['doctor', '--zap'],
    ['docter'],
    ['doctor', '--workspace-dir', 'missing'],
    ['provider', 'info', 'nobody'],
  ]) {
    const {code, err, document} = await assayJson(argv)
    assert.equal([code, err], [2, ''])
    parse(errorDocument, document)
    assert.is(document.exit.code, 2)
    assert.is(document.exit.name, 'usage')
  }
})

it('--format=json is seen as well, and not behind --', async () => {
  assert.match((await assay(['doctor', '--zap', '--format=json'])).out, '"schema_version": 1')
  assert.is((await assay(['doctor', '--zap', '--', '--format=json'])).out, '')
})

it('a directory that is gone is said, not guessed', async () => {
  const {code, err} = await assay(['doctor'], {cwd: ''})
  assert.is(code, 2)
  assert.match(err, 'the current directory no longer exists')
})

it('every format of a command with cases prints one text and exits alike', async () => {
  for (const format of formatNames()) {
    const {code, out, err} = await assay(['provider', 'health', 'mock', '--format', format])
    assert.equal([code, err], [0, ''], format)
    assert.ok(out.endsWith('\n'))
    assert.not.match(out, 'redacted')
  }
})

it('a copy goes to every --output, in the format of its suffix', async () => {
  using dir = tempDir()
  const names = ['a.txt', 'a.json', 'a.md', 'a.csv', 'a.junit.xml', 'a.html']
  const {code, out} = await assay(['provider', 'health', 'mock', ...names.flatMap((name) => ['--output', name])], {
    cwd: dir.path,
  })
  assert.is(code, 0)
  assert.match(out, 'Provider health')
  const starts = ['Provider health', '{', '# Provider health', 'provider,', '<?xml', '<!doctype html>']
  for (const [at, name] of names.entries()) {
    const text = readFileSync(join(dir.path, name), 'utf8')
    assert.ok(text.startsWith(starts[at] ?? '?'), `${name}: ${text.slice(0, 40)}`)
  }
  assert.equal(readdirSync(dir.path).sort(), [...names].sort())
})

it('an --output that cannot be written is refused before the work, and nothing is left behind', async () => {
  using dir = tempDir()
  mkdirSync(join(dir.path, 'folder.json'))
  writeFileSync(join(dir.path, 'real.json'), 'old')
  symlinkSync('real.json', join(dir.path, 'link.json'))
  for (const path of [
    'no/such/a.json',
    'folder.json',
    'link.json',
    'a.pdf',
    'a',
    '/dev/null',
    'real.json/a.json',
    'a.html',
  ]) {
    const {code, out} = await assay(['doctor', '--output', path], {cwd: dir.path})
    assert.equal([code, out], [2, ''], path)
  }
  assert.equal(readdirSync(dir.path).sort(), ['folder.json', 'link.json', 'real.json'])
  assert.is(readFileSync(join(dir.path, 'real.json'), 'utf8'), 'old')
})

it('an unknown suffix is answered with the known ones', async () => {
  assert.match((await assay(['doctor', '--output', 'a.pdf'])).err, 'try: one of .txt, .json, .md, .csv\n')
})

it('an --output that is there is replaced as a whole', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'a.json'), 'x'.repeat(100_000))
  assert.is((await assay(['doctor', '--output', 'a.json'], {cwd: dir.path})).code, 0)
  assert.is(JSON.parse(readFileSync(join(dir.path, 'a.json'), 'utf8')).command, 'doctor')
})

it('where --output is a folder of the command, it asks for no copy', async () => {
  using dir = tempDir()
  mkdirSync(join(dir.path, 'mine'))
  const {code} = await assay(['keys', 'generate', '--output', 'mine'], {cwd: dir.path})
  assert.equal([code, readdirSync(dir.path), readdirSync(join(dir.path, 'mine')).length], [0, ['mine'], 2])
})

it('colours appear on a terminal only, and never against NO_COLOR or the flag', async () => {
  const coloured = async (argv: string[], options: object) =>
    (await assay(['doctor', ...argv], options)).out.includes('\u001b[')
  assert.ok(await coloured([], {isTerminal: true}))
  assert.ok(await coloured([], {env: {FORCE_COLOR: '1'}}))
  assert.not.ok(await coloured([], {}))
  assert.not.ok(await coloured([], {isTerminal: true, env: {NO_COLOR: '1', FORCE_COLOR: '1'}}))
  assert.not.ok(await coloured([], {isTerminal: true, env: {TERM: 'dumb'}}))
  assert.not.ok(await coloured(['--no-color'], {isTerminal: true, env: {FORCE_COLOR: '1'}}))
  assert.not.ok(await coloured(['--format', 'json'], {isTerminal: true}))
})

it('an error of ours keeps its code, exit, issues and hint', async () => {
  const issues = [{pointer: '/a', rule: 'type', message: 'must be text', line: 3}]
  const broken = throwing(new AssayError('profile_invalid', 'the profile has faults', {issues, hint: 'mend it'}))
  const done = await assay(['doctor'], broken)
  assert.equal(done, {
    code: 2,
    out: '',
    err: 'error profile_invalid: the profile has faults\n  - /a: must be text (line 3)\n  try: mend it\n',
  })
})

it('anything foreign is a bug: exit 70, its class on standard error, its redacted stack in the log', async () => {
  const broken = {...throwing(new RangeError(`bad ${CANARY}`)), env: {SERVICE_TOKEN: CANARY}}
  const {code, out, err} = await assay(['doctor'], broken)
  const [first = '', second = '', log = ''] = err.split('\n')
  assert.equal([code, out, first], [70, '', 'error bug: internal error: RangeError'])
  assert.match(second, 'try: ')
  assert.match(JSON.parse(log).stack, /RangeError: bad \[redacted:/)
  assert.equal(Object.keys(JSON.parse(log)).sort(), ['level', 'msg', 'stack', 'time'])
  assert.not.match(err, CANARY)
  assert.is((await assay(['doctor', '--log-level', 'silent'], broken)).err.split('\n').length, 3)
})

it('an abort after a signal is that signal, whatever the work threw', async () => {
  const abort = throwing(new DOMException('aborted', 'AbortError'))
  assert.is((await assay(['doctor'], {...abort, interruptedBy: 'SIGINT'})).code, 130)
  assert.is((await assay(['doctor'], {...abort, interruptedBy: 'SIGTERM'})).code, 143)
  assert.is((await assay(['doctor'], {...throwing('SIGTERM'), interruptedBy: 'SIGTERM'})).code, 143)
  assert.is((await assay(['doctor'], abort)).code, 70)
  const {document} = await assayJson(['doctor'], {...abort, interruptedBy: 'SIGTERM'})
  assert.equal([document.error.code, document.exit.name], ['interrupted', 'terminated'])
})

it('a secret of the environment leaves in no format', async () => {
  using dir = tempDir()
  mkdirSync(join(dir.path, 'runs', CANARY), {recursive: true})
  for (const format of ['human', 'json', 'markdown', 'csv']) {
    const {out, err} = await assay(['runs', 'list', '--format', format], {cwd: dir.path, env: {API_TOKEN: CANARY}})
    assert.ok(out.length > 10, err)
    assert.not.match(out + err, CANARY)
  }
})
it.run()

function asksJson(line: string): boolean {
  return line.includes('--format json')
}

/** The command meets an error as soon as it looks at the machine's processes or files. */
function throwing(error: unknown) {
  const fail = () => {
    throw error
  }
  return {ports: {files: {reader: {real: fail, facts: fail}, writer: {}, directories: {}} as never}}
}
