import {createServer} from 'node:net'
import {PAYLOADS} from '../hook-payloads.ts'
import {sentHeaders} from '../hook-sender.ts'
import type {Given} from './visit-page.ts'

const SECRET = 'the secret of the pages'
const BODY = JSON.stringify(PAYLOADS['push'])

/**
 * Posts signed deliveries, each of its own, until twelve were answered; whoever is to take them may start later. Who took some and listens no more has all
 * that it waited for: going on would only cost time.
 */
const SENDER = `
import {createHmac, randomUUID} from 'node:crypto'
import {setTimeout as wait} from 'node:timers/promises'
const [url] = process.argv.slice(2)
for (let answered = 0, tried = 0; answered < 24 && tried < 1000; tried++) {
  const id = randomUUID()
  const body = JSON.stringify({...${BODY}, event_id: id})
  const signature = 'sha256=' + createHmac('sha256', process.env.HOOK_SECRET).update(body).digest('hex')
  const headers = {'X-Host-Event': 'push', 'X-Host-Delivery': id, 'X-Host-Signature-256': signature}
  for (const path of ['/', '/hook']) {
    const failed = await fetch(url + path, {method: 'POST', body, headers}).then(() => void answered++, (error) => error)
    if (failed?.cause?.code === 'ECONNREFUSED' && answered > 0) process.exit()
    if (failed) await wait(20)
  }
}
`

/** A delivery kept as files, and somebody who sends further ones as soon as something listens. */
export async function webhookWorld(): Promise<Given> {
  const headers = Object.entries(sentHeaders({body: BODY, secret: SECRET}))
  const [, signature = ''] = headers.find(([name]) => name.endsWith('-256')) ?? []
  return {
    files: {
      'body.json': BODY,
      'headers.txt': headers.map((pair) => `${pair.join(': ')}\n`).join(''),
      'old-secret.txt': 'the one before',
      'newline.txt': `${SECRET}\n`,
      'sender.mjs': SENDER,
    },
    env: {HOOK_SECRET: SECRET, NEW_SECRET: 'the one to come', SIGNATURE: signature},
    beforeEach: {'webhook listen --addr': '(node sender.mjs http://127.0.0.1:8088 >/dev/null 2>&1 &)'},
    standIns: {8088: String(await freePort())},
  }
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
