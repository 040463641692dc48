import * as assert from 'uvu/assert'
import {Redactor} from '#redact/redactor'
import {inertForRunner} from '#redact/runner-log'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('commands to the system that reads the log')
const PATH = process.env['PATH'] ?? ''
/** How the runner of GitHub decides that a line is a command, from its published source; and its elder form, anywhere in a line. */
const OBEYED = (line: string) =>
  line.trimStart().startsWith('::') ||
  /##\[|##vso\[|##teamcity\[/i.test(line) ||
  /section_(?:start|end):\d+:.*\r\u001b\[0K/.test(line)
/** How Assay itself begins a command to the runner about a file of the caller; the words behind it may command nothing. */
const OWN = /^::error file=(?:job\.json|profile\.toml|budget\.json),line=\d+,col=\d+,title=\w+_invalid::(?!\s*::)/
const SAYINGS = [
  '::add-mask::x',
  '  ::stop-commands::x',
  '\t::error::x',
  '\u00a0::warning::x',
  '##[group]x',
  'words ##[add-path]x',
  'words ##vso[task.setvariable variable=a]x',
  '##teamcity[buildStatus text="x"]',
  'section_start:1:a\r\u001b[0Kx',
  'first\n::set-env name=A::x',
  'first\r\n::error::x',
  '"a,b\n::error::x"',
  '::::error::x',
  '###[error]x',
  '####vso[x]',
]
const FORMATS = ['human', 'json', 'markdown', 'csv', 'junit', 'html'] as const

it('no safe text commands a runner, and JSON keeps its values', () => {
  const redactor = new Redactor()
  for (const saying of SAYINGS) {
    const text = inertForRunner(redactor.text(`${saying}\n`))
    assert.equal(text.split(/\r\n|\r|\n/).filter(OBEYED), [], saying)
    const line = inertForRunner(redactor.line({said: saying}))
    assert.equal(line.split('\n').filter(OBEYED), [], saying)
    assert.is(JSON.parse(line).said, redactor.text(saying))
  }
  assert.is(inertForRunner(redactor.text('a::b c: d\n# title\n## part\n')), 'a::b c: d\n# title\n## part\n')
})

/** Everything that a stranger can bring into the output: names in a workspace, a job's steps, a profile, flags. */
async function say(saying: string, env: Record<string, string>): Promise<string[]> {
  using shop = workshop()
  const name = saying.replaceAll('/', '_').replaceAll('\0', '')
  shop.put(`runs/${name}/x`, '')
  shop.put('job.json', JSON.stringify({schema_version: 1, name: saying, steps: [{id: saying, use: saying}]}))
  shop.put('profile.toml', `name = ${JSON.stringify(saying)}\n[${JSON.stringify(saying)}]\n`)
  shop.put('budget.json', JSON.stringify({schema_version: 1, [saying]: saying}))
  const outputs: string[] = []
  const asked = [
    ...FORMATS.slice(0, 4).map((format) => ['runs', 'list', '--format', format]),
    ['run', 'job.json'],
    ['run', 'job.json', '--format', 'json'],
    ['doctor', '--profile', 'profile.toml'],
    ['benchmark', '--budget', 'budget.json'],
    ['benchmark', '--provider', saying],
    ['runs', 'show', saying],
    ['runs', 'list', '--workspace-dir', saying],
    [saying],
    ['runs', saying],
    ['runs', 'list', `--${saying}`],
  ]
  for (const argv of asked) {
    const {out, err} = await shop.tell(argv, {env: {PATH, ...env}})
    outputs.push(out, err)
  }
  return outputs.flatMap((text) => text.split(/\r\n|\r|\n/)).filter((line) => OBEYED(line.replace(OWN, '')))
}

for (const saying of SAYINGS.slice(0, 10)) {
  it(`in a step of a build no command of Assay hands on ${JSON.stringify(saying)}`, async () => {
    assert.equal(await say(saying, {GITHUB_ACTIONS: 'true', CI: 'true'}), [])
  })
}

it('elsewhere text stays as it is, and a build without the name of its system is guarded too', async () => {
  assert.ok((await say('##[group]x', {})).length > 0)
  for (const name of ['CI', 'TF_BUILD', 'TEAMCITY_VERSION'])
    assert.equal(await say('##[group]x', {[name]: '1'}), [], name)
})

it.run()
