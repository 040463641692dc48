import {homedir, tmpdir} from 'node:os'
import {isOwnWord} from '#contract/generated/words'
import {nodeFiles} from '#path/node-files'
import type {Variables} from '#process/variables'
import type {KnownRoot} from '#redact/host-paths'
import {ALL_LAYERS, type Layers} from '#redact/layers'
import {Redactor} from '#redact/redactor'
import {registerVariable} from '#redact/register-variable'
import type {Registration} from '#redact/registered-values'

/** What there is to hide: variables, and the folder that relative paths start from. */
interface Setting {
  readonly env: Variables
  readonly cwd: string
  readonly layers?: Layers | undefined
}

/** A redactor with a second one for the terminal of the person who typed the command: it leaves paths readable, and masks every secret that the first one masks. */
export class PairedRedactor extends Redactor {
  readonly terminal: Redactor

  constructor(roots: readonly KnownRoot[], layers: Layers = ALL_LAYERS) {
    super({roots}, layers)
    this.terminal = new Redactor({}, {...layers, hostPaths: false})
  }

  override get failed(): boolean {
    return super.failed || this.terminal.failed
  }

  /** Words that stand in every document of ours are no secret that a document could keep: masked there, it would say nothing, and no longer be read. */
  override register(value: string, rule?: string): Registration {
    if (isOwnWord(value.trim())) return 'ignored'
    this.terminal.register(value, rule)
    return super.register(value, rule)
  }
}

/** A redactor that knows the directories of this machine, and of the environment every secret-named value and every password in an address. */
export function composeRedactor(setting: Setting, workspace?: string): PairedRedactor {
  const redactor = new PairedRedactor(knownRoots(setting, workspace), setting.layers)
  const register = (value: string) => redactor.register(value)
  for (const [name, value] of Object.entries(setting.env)) {
    if (value) registerVariable({name, value, isAsked: false}, register)
  }
  return redactor
}

function knownRoots({env, cwd}: Setting, workspace?: string): KnownRoot[] {
  return [
    ...withReal(workspace, '<workspace>'),
    ...withReal(cwd, '<cwd>'),
    ...withReal(env['HOME'] ?? homedir(), '<home>'),
    ...withReal(env['TMPDIR'] ?? tmpdir(), '<temp>'),
  ]
}

function withReal(path: string | undefined, mark: KnownRoot['mark']): KnownRoot[] {
  // The root of all paths names nothing.
  if (path === undefined || path === '' || path === '/') return []
  const real = nodeFiles.reader.real(path)
  return [{path, mark}, ...(real === undefined || real === path ? [] : [{path: real, mark}])]
}
