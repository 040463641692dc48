// The head of every program that users start. Any Node >= 18 can read it.
import {isNewEnough} from './node-version.js'

/** Runs a program, or where this Node is too old hands its command line to the toolchain's, or says what is needed. */
export async function begin(run) {
  // Without a listener this signal would let whoever sends it into this process by Node's debugger.
  process.on('SIGUSR1', () => undefined)
  // Until there is an end that was meant. However this process may end before, it is no success.
  process.exitCode = 70
  if (isNewEnough()) return await run()
  const {handOver} = await import('./bootstrap.js')
  handOver()
}
