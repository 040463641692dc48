import {AssayError, codeOf} from '#error/assay-error'
import {EXIT, type ExitCode} from '#error/exit'
import {MOST_CREDENTIAL_BYTES} from '#host/account/git-credential'
import {serveCredential} from '#host/account/serve-credential'
import type {OpenKeyring} from '#keyring/keyring'
import {openKeyring} from '#keyring/open-keyring'
import type {Variables} from '#process/variables'

/** The process around git's credential helper. */
export interface HelperProcess {
  readonly args: readonly string[]
  readonly env: Variables
  readonly input: AsyncIterable<Uint8Array>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

/** Git shows what comes here to whoever works with it. */
const PREFIX = 'git-credential-assay'

/**
 * Answers git once, and gives the exit code; never rejects. What goes to `out` is what git asked for, a token included: it is a pipe to git,
 * and nothing else may be written there. A message never says what was asked.
 */
export async function runCredentialHelper(
  {args, env, input, out, err}: HelperProcess,
  open: OpenKeyring = async () => openKeyring(env),
): Promise<ExitCode> {
  try {
    if (args.length === 0)
      throw new AssayError('usage', 'git starts this program', {hint: 'git config credential.helper assay'})
    out(await serveCredential({operation: args[0], input: await readInput(input)}, open))
    return EXIT.ok
  } catch (error) {
    if (codeOf(error) === undefined || !(error instanceof AssayError)) {
      err(`${PREFIX}: failed inside (${error instanceof Error ? error.name : 'unknown'})\n`)
      return EXIT.bug
    }
    err(`${PREFIX}: ${error.message}\n  ${error.hint}\n`)
    return EXIT[error.exit]
  }
}

/** One byte more than is ever taken is enough to refuse it. */
async function readInput(input: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of input) {
    pieces.push(piece)
    size += piece.length
    if (size > MOST_CREDENTIAL_BYTES) break
  }
  return Buffer.concat(pieces)
}
