#!/usr/bin/env node
// The program of a process that asks the keyring of this system one thing and answers in one line. A keyring that never answers holds the thread that
// asks, and a process with such a thread cannot end by itself: it must be none in which anything else goes on.
// Without a listener this signal would let whoever sends it into this process by Node's debugger.
process.on('SIGUSR1', () => undefined)
const end = () => process.kill(process.pid, 'SIGKILL')
const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`)
// Nobody is there to answer any more.
process.stdin.on('end', end)
for (const stream of [process.stdin, process.stdout]) stream.on('error', end)

let asked = ''
process.stdin.setEncoding('utf8').on('data', (piece) => {
  asked += piece
  if (asked.endsWith('\n')) void answer(JSON.parse(asked))
})

async function answer({operation, service, account, secret}) {
  let keyring
  try {
    keyring = await import('@napi-rs/keyring')
  } catch (error) {
    return say({fault: 'missing', cause: error.message})
  }
  try {
    // Without it the package falls back to the keyring of the Linux kernel, which forgets at the next start, and says nothing. Elsewhere it means nothing.
    const entry = new keyring.AsyncEntry(service, account, {linux: {store: 'secret-service'}})
    if (operation === 'find') return say({found: (await entry.getPassword()) ?? null})
    if (operation === 'remove') return say({removed: await entry.deleteCredential()})
    await entry.setPassword(secret)
    say({})
  } catch (error) {
    say({fault: 'refused', cause: error.message})
  }
}
