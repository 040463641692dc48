import {spawn, spawnSync} from 'node:child_process'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'

const it = spec('a secret that is asked for')
const ASK = join(ROOT, 'test', 'support', 'ask-secret-here.ts')
const LIMIT_MS = 60_000
const told = (secret: string) => `ready\ngot ${Buffer.from(secret).toString('hex')}\n`

/** All output of a program that is told something, at once or when it says the cue; without a word it is asked to stop. */
function converse(argv: readonly [string, ...string[]], said: string | undefined, cue = ''): Promise<string> {
  const [program, ...args] = argv
  const child = spawn(program, args)
  let out = ''
  let isDone = false
  const answer = () => {
    isDone = true
    if (said === undefined) child.kill('SIGTERM')
    else if (cue === '') child.stdin.end(said)
    else child.stdin.write(said)
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      out += piece
      if (!isDone && out.includes(cue)) answer()
    })
  }
  child.stdin.on('error', () => undefined)
  if (cue === '') answer()
  return new Promise((done) => child.on('close', () => done(out)))
}

it(
  'without a terminal it is all of standard input less the end of its line, and nothing is asked',
  async () => {
    const piped = (said: string) => converse([process.execPath, ASK], said)
    assert.equal(
      await Promise.all(['token-a\n', 'token-a\r\n', 'token-a', '', 'two\nlines\n', 'é'].map(piped)),
      ['token-a', 'token-a', 'token-a', '', 'two\nlines', 'é'].map(told),
    )
    assert.is(await piped('x'.repeat(1 << 20)), 'ready\nrefused usage\n')
  },
  LIMIT_MS,
)

it('waiting ends when the work is stopped', async () => {
  assert.is(await converse([process.execPath, ASK], undefined, 'ready'), 'ready\nrefused interrupted\n')
})

const isHere = spawnSync('script', ['--version'], {encoding: 'utf8'}).stdout?.includes('util-linux') === true
const onTerminal = (said: string) =>
  converse(['script', '-qec', `'${process.execPath}' '${ASK}'`, '/dev/null'], said, 'Token: ')
const typed = 'what is typed on a terminal is not shown, may be corrected, and Ctrl-C keeps nothing'
if (!isHere) it.skip(typed, 'there is no script of util-linux on this machine')
else
  it(
    typed,
    async () => {
      const [plain, mended, broken] = await Promise.all(
        ['token-a\r', 'tokem\u007fn-a\r', 'token-a\u0003'].map(onTerminal),
      )
      for (const out of [plain, mended]) {
        assert.match(out ?? '', 'Token: ')
        assert.match(out?.replaceAll('\r', '') ?? '', told('token-a').replace('ready\n', ''))
      }
      assert.match(broken ?? '', 'refused interrupted')
      for (const out of [plain, mended, broken]) assert.not(/tok|n-a/.test((out ?? '').replace('Token: ', '')), out)
    },
    LIMIT_MS,
  )

it.run()
