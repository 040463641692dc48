// Sends generated hostile replies to every adapter over HTTP and stdio: none may crash, hang or be believed when it is invalid.
// Usage: hostile-replies.ts [--count N] [--seed N] [protocol...]
import {attack, PROTOCOLS} from '../../test/support/hostile/hostile-replies.ts'
import {readWords} from './read-words.ts'

const {values: flags, positionals} = readWords({
  allowPositionals: true,
  options: {seed: {type: 'string', default: '42'}, count: {type: 'string', default: '10000'}},
})
let bad = 0
for (const protocol of PROTOCOLS.filter((name) => positionals.length === 0 || positionals.includes(name))) {
  const started = performance.now()
  const {accepted, refused, wrong} = await attack(protocol, Number(flags.count), Number(flags.seed))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const memory = Math.round(process.memoryUsage.rss() / 2 ** 20)
  console.log(
    `${protocol}: ${accepted} accepted, ${refused} refused, ${wrong.length} wrong, ${seconds} s, ${memory} MiB resident`,
  )
  for (const line of wrong.slice(0, 10)) console.log(`  ${line}`)
  bad += wrong.length
}
process.exitCode = bad === 0 ? 0 : 1
