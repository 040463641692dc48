import {sha256} from '#digest/sha256'
import {gitPath} from '../client/ask-refs.ts'
import type {ProgramEnd} from '../client/workbench.ts'
import type {CheckContext, MadeRepository} from './check.ts'
import {gitFailure} from './git-failure.ts'

/** Git calls of one check, each kept in its log; the first that does not end with 0 is remembered. */
export class GitCourse {
  readonly #context: CheckContext
  readonly #id: string
  failure: string | undefined

  constructor(context: CheckContext, id: string) {
    this.#context = context
    this.#id = id
  }

  /** What it printed. After a failure nothing more is called. */
  async git(args: readonly string[], cwd?: string, config?: Readonly<Record<string, string>>): Promise<string> {
    if (this.failure !== undefined) return ''
    const end = await this.try(args, cwd, config)
    if (end.isMissing) this.failure = 'git cannot be started'
    else if (end.code !== 0) this.failure = gitFailure(args, end)
    return end.output.trim()
  }

  /** A call that may fail. */
  async try(args: readonly string[], cwd?: string, config?: Readonly<Record<string, string>>): Promise<ProgramEnd> {
    const {workbench, log} = this.#context
    const end = await workbench.git(args, {...(cwd !== undefined && {cwd}), ...(config && {config})})
    log(this.#id, `$ git ${args.join(' ')}\n${end.output}`)
    return end
  }
}

export const cloneUrl = ({front}: CheckContext, {owner, name}: MadeRepository) =>
  front.client.baseUrl + gitPath(owner, name)

export const isSameBytes = (one: Uint8Array | undefined, other: Uint8Array) =>
  one !== undefined && sha256(one) === sha256(other)
