#!/usr/bin/env node
// The hosting node. Any Node >= 18 can read this; one that is too old is told what is needed.
import {isNewEnough, OLDEST} from './node-version.js'

// Without a listener this signal would let whoever sends it into this process by Node's debugger.
process.on('SIGUSR1', () => undefined)
// Until there is an end that was meant. However this process may end before, it is no success.
process.exitCode = 70
if (isNewEnough()) {
  const {launchHostnode} = await import('./launch-hostnode.js')
  await launchHostnode({file: import.meta.filename})
} else {
  process.stderr.write(`hostnode: needs Node ${OLDEST.join('.')} or newer, this is ${process.versions.node}\n`)
  process.exitCode = 3
}
