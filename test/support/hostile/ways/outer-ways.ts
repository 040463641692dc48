import type {Moment, Way} from './way.ts'

const program = (moment: Moment, name: string, code: string, more: Partial<Way> = {}): Way => ({
  ...more,
  kind: 'stdio',
  moment,
  name: `a program ${name}`,
  code,
})
const server = (name: string, code: string, more: Partial<Way> = {}): Way => ({
  ...more,
  kind: 'http',
  moment: 'first call',
  name: `a server ${name}`,
  code,
})

/** Ways of programs: `say(value)` writes a line, `good` is the good reply. */
const STDIO_WAYS: readonly Way[] = [
  program('import', 'that ends with 0 at its start', 'process.exit(0)'),
  program('import', 'that says the secret and ends', 'console.error(SECRET); process.exit(1)'),
  program('import', 'with a banner', "console.log('Welcome!')"),
  program('import', 'that floods standard error', 'pour(2, 200)', {mayPass: true}),
  program('import', 'that says a hundred megabytes without an end of line', 'pour(1, 100)'),
  program(
    'import',
    'that takes no signal and never ends',
    "for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => {}); setInterval(() => {}, 1_000)",
    {mayPass: true},
  ),
  program(
    'import',
    'that leaves a process which holds its output',
    "spawn(process.execPath, ['-e', 'setTimeout(() => {}, 15_000)'], {stdio: 'inherit', detached: true}).unref()",
    {mayPass: true},
  ),
  program(
    'probe',
    'that answers the greeting with the secret',
    "say({...reply({}), ok: false, error: {code: 'upstream_error', message: SECRET}})",
  ),
  program('first call', 'that ends with 0', 'process.exit(0)'),
  program('first call', 'that never answers', '', {waits: true}),
  program('first call', 'that blocks and takes no signal', "process.on('SIGTERM', () => {}); while (true);", {
    waits: true,
  }),
  program('first call', 'that answers twice', 'say(good); say(good)', {mayPass: true}),
  program('first call', 'that closes its output and stays', 'closeSync(1); setInterval(() => {}, 1_000)'),
  program(
    'first call',
    'that answers the secret',
    "say({...good, ok: false, error: {code: 'upstream_error', message: SECRET}})",
  ),
  program('later call', 'that ends with 0 at a later call', 'process.exit(0)'),
]

/** Ways of servers: what is done with a request, `answer(text)` being the good end. */
const HTTP_WAYS: readonly Way[] = [
  server('that never answers', '', {waits: true}),
  server('that hangs up', 'socket.destroy()'),
  server(
    'that sends a byte at a time',
    "response.writeHead(200); setInterval(() => response.write(' '), 100).unref()",
    {waits: true},
  ),
  server(
    'that sends for ever',
    "response.writeHead(200); const more = () => { while (response.write('x'.repeat(65_536))); }; response.on('drain', more); more()",
  ),
  server('that answers no JSON', "answer('<html>')"),
  server('that answers the secret', 'response.writeHead(500); response.end(SECRET)'),
  server('that answers for another request', "answer(JSON.stringify({v: 1, id: 'other', ok: true, result: {}}))"),
]

export const OUTER_WAYS: readonly Way[] = [...STDIO_WAYS, ...HTTP_WAYS]
