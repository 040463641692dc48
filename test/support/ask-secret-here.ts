import {askSecret} from '#cli/ask-secret'
import {AssayError} from '#error/assay-error'

// Asks for a secret and tells it in an encoding that no echo of a terminal makes, or the code of what went wrong.
const control = new AbortController()
process.on('SIGTERM', () => control.abort())
process.stdout.write('ready\n')
try {
  const secret = await askSecret('Token: ', control.signal)
  process.stdout.write(`got ${Buffer.from(secret).toString('hex')}\n`)
} catch (error) {
  process.stdout.write(`refused ${error instanceof AssayError ? error.code : String(error)}\n`)
}
