import {createInterface} from 'node:readline'
import {exactReply} from './exact-reply.ts'

for await (const line of createInterface({input: process.stdin})) {
  if (JSON.parse(line).op === 'shutdown') break
  void exactReply(line).then((reply) => reply && process.stdout.write(`${JSON.stringify(reply)}\n`))
}
