import {globSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {Config} from '@oclif/core/config'
import * as assert from 'uvu/assert'
import {assay, ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'

const it = spec('commands')
const GOLDEN = join(ROOT, 'test', 'golden', 'commands.json')
const config = await Config.load({root: ROOT, userPlugins: false, devPlugins: false})
const commands = config.commands.toSorted((a, b) => (a.id < b.id ? -1 : 1))

it('every file in the folder is a command', () => {
  const files = globSync('src/commands/**/*.ts')
  const ids = files.map((file) => file.replace('src/commands/', '').replace('.ts', '').replaceAll('/', ':'))
  assert.equal(
    commands.map(({id}) => id),
    ids.map((id) => id.replace(/^(.*):index$/, '$1')).sort(),
  )
})

it('every command has a summary, a description and examples that call it', () => {
  for (const {id, summary, description, examples} of commands) {
    const words = id.replaceAll(':', ' ')
    assert.ok(summary && /^[A-Z].*\.$/.test(summary), `${words}: summary`)
    assert.ok(description && description !== summary && description.endsWith('.'), `${words}: description`)
    assert.ok(examples?.length, `${words}: examples`)
    for (const example of examples) {
      const line = String(typeof example === 'string' ? example : example.command).replace('<%= command.id %>', words)
      assert.ok(line.includes(`<%= config.bin %> ${words}`), `${words}: ${line}`)
    }
  }
})

it('every flag has a summary', () => {
  for (const {id, flags} of commands) {
    for (const flag of Object.values(flags)) assert.ok(flag.summary, `${id} --${flag.name}`)
  }
})

it('every topic is described', () => {
  const topics = new Set(commands.flatMap(({id}) => (id.includes(':') ? [id.slice(0, id.lastIndexOf(':'))] : [])))
  const undescribed = [...topics].filter((name) => !config.pjson.oclif.topics?.[name]?.description)
  assert.equal(undescribed, [])
})

it('the help of every command prints as it was written', async () => {
  for (const {id} of commands) {
    const {code, out, err} = await assay([...id.split(':'), '--help'])
    assert.equal([code, err], [0, ''], id)
    assert.not.match(out, /\[redacted:|<path>|<cwd>/, id)
    assert.match(out, 'EXAMPLES')
  }
})

it('every command answers a wrong flag with exit 2 before it does anything', async () => {
  for (const {id} of commands) {
    const {code, out, err} = await assay([...id.split(':'), '--no-such-flag'])
    assert.equal([code, out], [2, ''], id)
    assert.match(err, /^error usage: /)
    assert.match(err, 'unknown flag --no-such-flag')
  }
})

it('commands and flags are those of the snapshot', () => {
  const now = `${JSON.stringify(snapshot(), null, 2)}\n`
  if (process.env['ASSAY_UPDATE_GOLDEN']) writeFileSync(GOLDEN, now)
  assert.fixture(now, readFileSync(GOLDEN, 'utf8'), 'update with ASSAY_UPDATE_GOLDEN=1, and say it in the changelog')
})
it.run()

function snapshot() {
  return commands.map(({id, args, flags}) => ({
    command: id.replaceAll(':', ' '),
    args: Object.values(args).map(({name, required = false}) => (required ? `<${name}>` : `[${name}]`)),
    flags: Object.values(flags)
      .map((flag) =>
        [`--${flag.name}`, ...(flag.aliases ?? []).map((name) => `--${name}`), optionsOf(flag)]
          .filter(Boolean)
          .join(' '),
      )
      .sort(),
  }))
}

function optionsOf(flag: {type: string; options?: readonly string[]; multiple?: boolean}): string {
  if (flag.type === 'boolean') return ''
  return `${flag.options?.join('|') ?? 'VALUE'}${flag.multiple ? '...' : ''}`
}
