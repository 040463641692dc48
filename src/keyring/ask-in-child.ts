import {AssayError} from '#error/assay-error'
import type {StartLineChild} from '#process/line-child'
import type {Timers} from '#random/timers'
import type {Keyring} from './keyring.ts'

const MOST_LINE_BYTES = 1024 * 1024
const PACKAGE = '@napi-rs/keyring'

/** Everything it takes to ask in a process of its own. */
export interface KeyringChild {
  readonly start: StartLineChild
  readonly timers: Pick<Timers, 'after'>
  /** The program, which takes one question as a line of JSON and answers with another. */
  readonly argv: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  readonly limitMs: number
}

interface Question {
  readonly operation: 'find' | 'keep' | 'remove'
  readonly service: string
  readonly account: string
  readonly secret?: string
}

interface Answer {
  readonly found?: string | null
  readonly removed?: boolean
  readonly fault?: 'missing' | 'refused'
  readonly cause?: string
}

/**
 * A keyring that is asked in a process of its own, which ends with the answer or at the limit: where nothing answers, it is the only thing that hangs. Throws
 * `package_missing` as well where the package cannot be loaded there.
 */
export function keyringInChild(child: KeyringChild): Keyring {
  const about = (service: string, account: string) => ({service, account})
  return {
    find: async (...who) => (await ask({operation: 'find', ...about(...who)}, child)).found ?? undefined,
    keep: async (service, account, secret) =>
      void (await ask({operation: 'keep', secret, ...about(service, account)}, child)),
    remove: async (...who) => (await ask({operation: 'remove', ...about(...who)}, child)).removed === true,
  }
}

async function ask(question: Question, {start, timers, argv, env, limitMs}: KeyringChild): Promise<Answer> {
  const told = Promise.withResolvers<Answer>()
  const fail = (cause: string) => told.resolve({fault: 'refused', cause})
  const process = start({
    argv,
    env,
    lines: 'stdio',
    mostLineBytes: MOST_LINE_BYTES,
    onLine: (line) => {
      const answer = answerIn(line)
      if (answer !== undefined) told.resolve(answer)
    },
    onEnd: ({kind}) => fail(`the process that asks ended (${kind})`),
  })
  const cancel = timers.after(limitMs, () => fail(`nothing answered in ${limitMs / 1000} seconds`))
  process.write(JSON.stringify(question))
  const answer = await told.promise
  cancel()
  await process.terminate(0)
  if (answer.fault === undefined) return answer
  throw faultOf(answer)
}

/** What is no answer was printed by what the program loaded. */
function answerIn(line: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function faultOf({fault, cause}: Answer): AssayError {
  const because = new Error(cause)
  if (fault === 'missing') {
    return new AssayError(
      'package_missing',
      `the system keyring needs the package ${PACKAGE}, which cannot be loaded`,
      {
        hint: `npm install ${PACKAGE}`,
        cause: because,
      },
    )
  }
  return new AssayError('keyring_unavailable', 'no keyring of this system answers, or it is locked', {cause: because})
}
