import {spawnSync} from 'node:child_process'
import * as assert from 'uvu/assert'
import {type CommandEntry, nextWords, prefixes} from '#cli/command-table'
import {completionScript} from '#cli/completion'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('completion')
const flag = (name: string, ...values: string[]) => ({
  name,
  takesValue: values.length > 0,
  values,
  summary: `it's ${name}`,
})
const TABLE: CommandEntry[] = [
  {words: ['drills'], summary: 'Drill.', flags: [flag('bundle')]},
  {words: ['drills', 'list'], summary: 'List.', flags: []},
  {words: ['runs', 'index'], summary: 'Index.', flags: [flag('format', 'human', 'json'), flag('strict')]},
  {words: ['runs', 'list'], summary: 'List.', flags: [flag('format', 'human', 'csv')]},
]

/** A shell warns of a locale that this machine lacks. */
const ENV = {...process.env, LC_ALL: 'C'}

type Shell = (words: readonly string[], env: Record<string, string>) => {stdout: string; stderr: string}

/** A test in a shell that not every machine has. */
function inShell(name: string, test: string, body: (shell: Shell) => void): void {
  const shell: Shell = (words, env) => spawnSync(name, words, {encoding: 'utf8', env: {...ENV, ...env}})
  const isHere = spawnSync(name, ['--version']).status === 0
  if (isHere) it(`${name} ${test}`, () => body(shell))
  else it.skip(`${name} ${test}`, `there is no ${name} on this machine`)
}

/** What bash offers for a line; the last word is the one being typed. */
function offered(line: string): string[] {
  const words = line.split(' ').map((word) => `'${word}'`)
  const ask = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _assay; printf '%s\\n' "\${COMPREPLY[@]}"`
  const {stdout, stderr} = spawnSync('bash', ['-c', `${completionScript('bash', 'assay', TABLE)}\n${ask}`], {
    encoding: 'utf8',
    env: ENV,
  })
  assert.is(stderr, '')
  return stdout.split('\n').filter(Boolean)
}

it('a topic is offered once, a command that is a topic as well keeps its summary', () => {
  assert.equal(
    [...nextWords(TABLE, [])],
    [
      ['drills', 'Drill.'],
      ['runs', ''],
    ],
  )
  assert.equal([...nextWords(TABLE, ['runs']).keys()], ['index', 'list'])
  assert.equal(prefixes(TABLE), [[], ['drills'], ['runs']])
})

it('bash completes words, flags of the command, and values of the flag', () => {
  assert.equal(offered('assay '), ['drills', 'runs'])
  assert.equal(offered('assay ru'), ['runs'])
  assert.equal(offered('assay runs '), ['index', 'list'])
  assert.equal(offered('assay drills '), ['list', '--bundle'])
  assert.equal(offered('assay runs index --'), ['--format', '--strict'])
  assert.equal(offered('assay runs list --format '), ['human', 'csv'])
  assert.equal(offered('assay runs index --format j'), ['json'])
})

it('bash offers nothing where nothing is known', () => {
  assert.equal(offered('assay nothing '), [])
  assert.equal(offered('assay runs list extra --'), [])
})

inShell('zsh', 'loads where nothing was set up before, and completes for assay', (shell) => {
  using home = tempDir()
  const script = `${completionScript('zsh', 'assay', TABLE)}\nprint -r -- $_comps[assay]`
  const {stdout, stderr} = shell(['-f', '-c', script], {HOME: home.path, ZDOTDIR: home.path})
  assert.equal([stderr, stdout], ['', '_assay\n'])
})

inShell('fish', 'offers commands, flags of the command and values of the flag', (shell) => {
  using home = tempDir()
  const ask = (line: string) => {
    const script = `${completionScript('fish', 'assay', TABLE)}\ncomplete -C ${JSON.stringify(line)}`
    const {stdout, stderr} = shell(['--no-config', '-c', script], {HOME: home.path})
    assert.is(stderr, '')
    return stdout.split('\n').flatMap((row) => row.split('\t')[0] || [])
  }
  assert.equal(ask('assay ru'), ['runs'])
  assert.equal(ask('assay runs '), ['index', 'list'])
  assert.equal(ask('assay runs index --s'), ['--strict'])
  assert.equal(ask('assay runs list --format '), ['csv', 'human'])
})

it('fish describes each word, and a quote in a summary ends no string', () => {
  const script = completionScript('fish', 'assay', TABLE)
  assert.match(script, `complete -c assay -f -n '__assay_at runs' -a list -d 'List.'`)
  assert.match(script, `complete -c assay -n '__assay_at runs list' -l format -x -a 'human csv' -d 'it'\\''s format'`)
})
it.run()
