import type {Moment, Way} from './way.ts'

/** Code before `export`, in `probe`, at a call, at its teardown: everything else of the module is good. */
const at = (moment: Moment, name: string, code: string, more: Partial<Way> = {}): Way => ({
  ...more,
  kind: 'module',
  moment,
  name,
  code,
})
const FLOOD = (fd: number) => `pour(${fd}, 200)`
const FORGED = (value: string) =>
  `for (let id = 1; id < 50; id++) writeSync(3, JSON.stringify({kind: 'result', id, value: ${value}}) + '\\n')`

/** Ways of modules. `SECRET` is a registered secret of the environment, `good(request)` the right answer. */
export const MODULE_WAYS: readonly Way[] = [
  at('import', 'ends with 0 at import', 'process.exit(0)'),
  at('import', 'ends without exit handlers at import', 'process.reallyExit(0)'),
  at('import', 'throws the secret at import', 'throw new Error(SECRET)'),
  at(
    'import',
    'rejects the secret at import, nobody waits',
    'Promise.reject(new Error(SECRET)); await new Promise((wake) => setTimeout(wake, 5_000))',
  ),
  at('import', 'waits for ever at import', 'await new Promise(() => {})'),
  at('import', 'blocks at import', 'while (true);'),
  at('import', 'aborts at import', 'process.abort()'),
  at('import', 'kills itself at import', "process.kill(process.pid, 'SIGKILL')"),
  at('import', 'floods standard output at import', FLOOD(1), {mayPass: true}),
  at('import', 'floods standard error at import', FLOOD(2), {mayPass: true}),
  at(
    'import',
    'prints at import',
    'console.log(\'{"exit": {"code": 0}}\', SECRET); console.error(SECRET); writeSync(1, SECRET)',
    {mayPass: true},
  ),
  at('import', 'patches JSON', 'JSON.stringify = () => \'{"kind":"hello"}\''),
  at(
    'import',
    'patches the clocks',
    'Date.now = () => 0; performance.now = () => 0; process.hrtime.bigint = () => 0n',
    {mayPass: true},
  ),
  at('import', 'patches Array.prototype', "Array.prototype.map = () => { throw new Error('map ' + SECRET) }"),
  at('import', 'pollutes Object.prototype', "Object.prototype.kind = 'result'; Object.prototype.retryable = true", {
    mayPass: true,
  }),
  at('import', 'closes every file', 'for (let fd = 0; fd < 64; fd++) try { closeSync(fd) } catch {}'),
  at(
    'import',
    'blocks in its exit handler',
    "process.on('exit', () => { while (true); }); setTimeout(() => process.exit(0), 50)",
  ),
  at(
    'import',
    'takes no signal and leaves a listener',
    "for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => {}); setInterval(() => {}, 1_000)",
    {mayPass: true},
  ),
  at(
    'import',
    'leaves a process that holds its output',
    "spawn(process.execPath, ['-e', 'setTimeout(() => {}, 15_000)'], {stdio: 'inherit', detached: true}).unref()",
    {mayPass: true},
  ),
  at('import', 'leaves a thread that never ends', "new Worker('while (true);', {eval: true})", {mayPass: true}),
  at(
    'import',
    'sends a message where no channel is',
    "process.send?.({kind: 'opened', cost: 0}); process.disconnect?.()",
    {mayPass: true},
  ),
  at(
    'import',
    'says hello by itself',
    "writeSync(3, JSON.stringify({kind: 'hello', profile: {}, descriptor: {}, slots: []}) + '\\n')",
  ),
  at('import', 'says a hundred megabytes without an end of line', 'pour(3, 100)'),
  at('probe', 'ends with 0 when probed', 'process.exit(0)', {mayPass: true}),
  at('probe', 'blocks when probed', 'while (true);', {mayPass: true}),
  at('probe', 'throws the secret when probed', 'throw new Error(SECRET)', {mayPass: true}),
  at('first call', 'ends with 0', 'process.exit(0)'),
  at('first call', 'ends without exit handlers', 'process.reallyExit(0)'),
  at('first call', 'aborts', 'process.abort()'),
  at('first call', 'kills its group', "process.kill(-process.pid, 'SIGKILL')"),
  at('first call', 'blocks', 'while (true);'),
  at('first call', 'blocks and takes no signal', "process.on('SIGTERM', () => {}); while (true);"),
  at('first call', 'never answers', 'await new Promise(() => {})'),
  at('first call', 'answers when the call is over', 'await new Promise((wake) => setTimeout(wake, 1_500))'),
  at('first call', 'throws the secret', 'throw new Error(SECRET)'),
  at('first call', 'throws null', 'throw null'),
  at(
    'first call',
    'throws what throws',
    "throw Object.defineProperty(new Error(), 'message', {get() { throw new Error(SECRET) }})",
  ),
  at(
    'first call',
    'throws the secret, long before the end of a long text',
    "throw new Error('x'.repeat(480) + SECRET + 'y'.repeat(100_000))",
  ),
  at('first call', 'answers a circle', 'const answer = {}; answer.self = answer; return answer'),
  at(
    'first call',
    'answers a getter that throws',
    'return {get scores() { throw new Error(SECRET) }, lower_is_better: true}',
  ),
  at('first call', 'answers a hundred megabytes', "return {...good(request), metadata: {text: 'x'.repeat(100 << 20)}}"),
  at(
    'first call',
    'answers numbers that are none',
    'return {scores: good(request).scores.map(() => NaN), lower_is_better: true}',
  ),
  at('first call', 'changes its input', 'request.info.more = 1; return good(request)'),
  at('first call', 'forges the answers to come', `${FORGED('{scores: [1], lower_is_better: true}')}`),
  at(
    'first call',
    'answers with a key that pollutes',
    'writeSync(3, \'{"kind":"result","id":1,"value":{"__proto__":{"scores":[1]}}}\\n\')',
  ),
  at('first call', 'writes noise to the line', 'writeSync(3, Buffer.from([0, 255, 10, 123, 10]))'),
  at(
    'first call',
    'floods the line with what is allowed',
    "const id = 1; while (true) try { writeSync(3, JSON.stringify({kind: 'reached', id, facts: {target: SECRET}}) + '\\n') } catch {}",
  ),
  at(
    'first call',
    'asks for ever',
    "const ask = () => context.attempt('request', () => {}).then(ask, ask); for (let at = 0; at < 2_000; at++) void ask(); await new Promise(() => {})",
  ),
  at('first call', 'closes the line', 'closeSync(3); await new Promise(() => {})'),
  at(
    'first call',
    'prints',
    'console.log(SECRET); process.stdout.write("{}"); writeSync(2, SECRET); return good(request)',
    {mayPass: true},
  ),
  at('first call', 'floods standard output', `${FLOOD(1)}; return good(request)`, {mayPass: true}),
  at('later call', 'ends with 0 at a later call', 'process.exit(0)'),
  at('later call', 'blocks at a later call', 'while (true);'),
  at('later call', 'throws the secret at a later call', 'throw new Error(SECRET)'),
  at('timer', 'throws the secret in a timer', 'throw new Error(SECRET)'),
  at('timer', 'rejects the secret in a timer', 'Promise.reject(new Error(SECRET))'),
  at('timer', 'ends with 0 in a timer', 'process.exit(0)'),
  at('timer', 'blocks in a timer', 'while (true);'),
  at('teardown', 'ends with 0 at its teardown', 'process.exit(0)', {mayPass: true}),
  at('teardown', 'throws the secret at its teardown', 'throw new Error(SECRET)', {mayPass: true}),
  at('teardown', 'blocks at its teardown', 'while (true);', {mayPass: true}),
  at('teardown', 'waits for ever at its teardown', 'await new Promise(() => {})', {mayPass: true}),
  at('first call', 'kills whoever started it', "process.kill(process.ppid, 'SIGKILL'); await new Promise(() => {})", {
    endsUs: true,
  }),
]
