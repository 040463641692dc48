import {parseArgs} from 'node:util'
import {loadDocument} from '#document/load-document'
import {AssayError, type Issue} from '#error/assay-error'
import {withNearest} from '#error/nearest'
import type {FileReader} from '#path/files'
import {type NodeSettings, OTHER_VARIABLES, SETTINGS, type SettingForm, settingVariable} from './settings.ts'
import {type GivenSetting, settingsOf, settingsOfFile, settingsRefusal} from './settings-rules.ts'

const MOST_BYTES = 256 * 1024

/** Arguments and environment of a command. */
export interface NodeInvocation {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Reads the settings of `serve`: flags take precedence over variables, variables over the file, the file over defaults. Throws, before
 * anything is done, `config_invalid` with every fault; `node_refused`.
 */
export async function readConfig({args, env}: NodeInvocation, reader: FileReader): Promise<NodeSettings> {
  const flags = readFlags(args)
  const variables = readVariables(env)
  const issues: Issue[] = [...flags.issues, ...variables.issues]
  const path = flags.file ?? env['HOSTNODE_CONFIG']
  const file = path === undefined ? undefined : await readFileSettings(path, reader)
  issues.push(...(file?.issues ?? []))
  const {settings, issues: wrong} = settingsOf(new Map([...(file?.given ?? []), ...variables.given, ...flags.given]))
  issues.push(...wrong)
  if (issues.length > 0) {
    const all = issues.map(({pointer, message}) => `${pointer.slice(1)} ${message}`).join('; ')
    throw new AssayError('config_invalid', `the configuration is not acceptable: ${all}`, {issues})
  }
  const refusal = settingsRefusal(settings)
  if (refusal !== undefined) throw new AssayError('node_refused', refusal, {hint: 'Change the named flags.'})
  return settings
}

async function readFileSettings(path: string, reader: FileReader) {
  const {value} = await loadDocument({path, name: path, limitBytes: MOST_BYTES}, reader)
  return settingsOfFile(value)
}

interface Given {
  readonly given: ReadonlyMap<string, GivenSetting>
  readonly issues: readonly Issue[]
  readonly file?: string | undefined
}

function readFlags(args: readonly string[]): Given {
  const options = Object.fromEntries(
    [...Object.keys(SETTINGS), 'config'].map((flag) => [
      flag,
      {type: kindOf(flag) === 'switch' ? ('boolean' as const) : ('string' as const), multiple: true},
    ]),
  )
  const {tokens} = parseArgs({args: [...args], options, strict: false, tokens: true, allowPositionals: true})
  const given = new Map<string, GivenSetting>()
  const issues: Issue[] = []
  for (const token of tokens) {
    const name = token.kind === 'option' ? token.name : 'serve'
    const value = token.kind === 'option' ? token.value : undefined
    const message = token.kind === 'option' ? flagFault(name, value, given) : 'takes flags only'
    if (message !== undefined) issues.push({pointer: `/${name}`, rule: 'flag', message})
    else if (kindOf(name) === 'list') given.set(name, [...listSoFar(given.get(name)), ...(value ?? '').split(',')])
    else given.set(name, value ?? true)
  }
  const file = given.get('config')
  given.delete('config')
  return {given, issues, file: typeof file === 'string' ? file : undefined}
}

function kindOf(flag: string): SettingForm['kind'] | undefined {
  if (flag === 'config') return 'text'
  return Object.hasOwn(SETTINGS, flag) ? SETTINGS[flag]?.kind : undefined
}

function flagFault(name: string, value: string | undefined, given: ReadonlyMap<string, unknown>): string | undefined {
  const kind = kindOf(name)
  if (kind === undefined) return withNearest('is no flag of serve', name, [...Object.keys(SETTINGS), 'config'])
  if (kind === 'switch' && value !== undefined) return 'takes no value'
  if (kind !== 'switch' && (value === undefined || value === '')) return 'needs a value'
  return kind !== 'list' && given.has(name) ? 'is given twice' : undefined
}

function listSoFar(value: GivenSetting | undefined): readonly string[] {
  return Array.isArray(value) ? value : []
}

function readVariables(env: NodeInvocation['env']): Given {
  const given = new Map<string, GivenSetting>()
  const issues: Issue[] = []
  const flags = new Map(Object.keys(SETTINGS).map((flag) => [settingVariable(flag), flag]))
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('HOSTNODE_') || OTHER_VARIABLES.includes(name) || value === undefined) continue
    const flag = flags.get(name)
    if (flag === undefined)
      issues.push({pointer: `/${name}`, rule: 'unknown_variable', message: 'is no known variable'})
    else if (SETTINGS[flag]?.kind !== 'switch') given.set(flag, value)
    else if (/^(true|false|1|0)$/.test(value)) given.set(flag, value === 'true' || value === '1')
    else issues.push({pointer: `/${name}`, rule: 'kind', message: 'must be true or false'})
  }
  return {given, issues}
}
