import * as assert from 'uvu/assert'
import {eventually} from '../support/eventually.ts'
import {CODING_FORMS} from '../support/hostile/framing-forms.ts'
import {startTestNode, type TestNode} from '../support/hostnode.ts'
import {answersIn, talkRaw} from '../support/raw-http.ts'
import {spec} from '../support/spec.ts'

const it = spec('hostnode edge')
const HOST = 'Host: a\r\n'
const LIVE = '/health/live'
let node: TestNode

it.before(async () => {
  node = await startTestNode()
})
it.after(async () => {
  await node[Symbol.asyncDispose]()
})

const get = (path: string, headers = HOST) => `GET ${path} HTTP/1.1\r\n${headers}\r\n`
const send = async (text: string) => answersIn(await talkRaw(node.url, Buffer.from(text, 'latin1')))
const statuses = async (text: string) => (await send(text)).map(({status}) => status).join()
/** Ids of the requests that the node says it answered; its log is there once a request is whose line comes after them. */
async function answeredIds(): Promise<Set<unknown>> {
  const id = `last-${process.hrtime.bigint()}`
  await node.call('GET', LIVE, {headers: {'x-request-id': id}})
  for (;;) {
    const ids = new Set(node.log().map(({request_id}) => request_id))
    if (ids.has(id)) return ids
    await new Promise((wake) => setTimeout(wake, 10))
  }
}
/** A request whose body is read, said to end in some way. */
const post = (headers: string, body: string) =>
  `POST /api/tokens HTTP/1.1\r\n${HOST}Authorization: Bearer ${node.token}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`

it('what is no request is refused in the one form, with an id, and its connection is closed', async () => {
  const forms: [string, number, string][] = [
    ['GARBAGE canary-7\r\n\r\n', 400, 'bad_request'],
    [get('/api/user', `${HOST}Bad Header: canary-7\r\n`), 400, 'bad_request'],
    [get('/api/user', ''), 400, 'bad_request'],
    [get('/api/user', `${HOST}Authorization: ${'canary-7'.repeat(9_000)}\r\n`), 431, 'headers_too_large'],
    [post('Transfer-Encoding: chunked', `1;${'a'.repeat(20_000)}\r\n`), 413, 'too_large'],
    ['CONNECT canary-7:80 HTTP/1.1\r\nHost: canary-7\r\n\r\n', 400, 'bad_request'],
    [`GET ${LIVE} HTTP/2.0\r\n${HOST}\r\n`, 400, 'bad_request'],
  ]
  for (const [text, status, error] of forms) {
    const [first, ...more] = await send(text + get(LIVE))
    const {details, request_id, ...told} = JSON.parse(first?.body ?? '')
    const shown = JSON.stringify(text.slice(0, 80))
    assert.equal([first?.status, told.error, details, more.length], [status, error, null, 0], shown)
    assert.match(first?.head ?? '', new RegExp(`^x-request-id: ${request_id}$`, 'im'))
    assert.match(first?.head ?? '', /^connection: close$/im)
    assert.match(first?.head ?? '', /^content-type: application\/json; charset=utf-8$/im)
    assert.not.ok(first?.body.includes('canary-7'), shown)
  }
  const lines = () => node.log().filter(({msg}) => msg === 'request refused')
  await eventually('a line for each', () => lines().length >= forms.length)
  const refused = lines()
  assert.is(refused.length, forms.length)
  assert.equal(new Set(refused.map(({address}) => address)), new Set(['127.0.0.1']))
  assert.not.ok(JSON.stringify(refused).includes('canary-7'))
  const metrics = await (await fetch(`${node.metricsUrl}/metrics`)).text()
  assert.match(metrics, /^hostnode_http_requests_total\{method="none",route="unmatched",status="431"\} 1$/m)
})

it('no form of a coding hides a second request: of every known one none is answered as two', async () => {
  const inner = (n: number) => get(LIVE, `${HOST}X-Request-Id: inner-${n}\r\n`)
  const texts = CODING_FORMS.map((form, n) => {
    const body = `0\r\n\r\n${inner(n)}`
    return post(`${form}\r\nX-Request-Id: outer-${n}\r\nContent-Length: ${body.length}`, body)
  })
  const found = await Promise.all(texts.map(statuses))
  assert.equal(
    CODING_FORMS.filter((_, n) => found[n] !== '400'),
    [],
  )
  const ids = await answeredIds()
  assert.equal(
    CODING_FORMS.filter((_, n) => ids.has(`inner-${n}`)),
    [],
  )
  // The same request without such a header is read as one, by its length: else nothing was shown.
  const plain = `0\r\n\r\n${inner(9_999)}`
  assert.is(await statuses(post(`X: a\r\nContent-Length: ${plain.length}`, plain)), '400')
  assert.not.ok((await answeredIds()).has('inner-9999'))
  assert.is(await statuses(post('Content-Length: 2', '{}') + inner(9_998)), '422,200')
  assert.ok((await answeredIds()).has('inner-9998'))
})

it('lengths and chunks are read strictly, and nothing behind one that is not is a request', async () => {
  const inner = get(LIVE, `${HOST}X-Request-Id: behind\r\n`)
  const lengths = [
    '4\r\nContent-Length: 5',
    '4, 4',
    '4\r\nContent-Length: 4',
    '0x4',
    '-4',
    '+4',
    '',
    '4 4',
    '9'.repeat(30),
  ]
  const heads = [
    ...lengths.map((length) => `Content-Length: ${length}`),
    'Content-Length : 4',
    'Content_Length: 4',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: identity',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\nContent-Length: 4',
  ]
  for (const head of heads) assert.is(await statuses(post(head, `{}  ${inner}`)), '400', head)
  const chunks = [
    'zz\r\n',
    '0x2\r\n{}\r\n',
    '2\n{}\n',
    '2 \r\n{}\r\n',
    '2\r\n{}  \r\n',
    '-2\r\n{}\r\n',
    `${'f'.repeat(20)}\r\n`,
  ]
  const ended = [...chunks.map((chunk) => `${chunk}0\r\n\r\n`), '2;a\nb\r\n{}\r\n0\r\n\r\n', '2\r\n{}\r\n0\n\n']
  for (const body of ended)
    assert.is(await statuses(post('Transfer-Encoding: chunked', `${body}${inner}`)), '400', JSON.stringify(body))
  assert.is(await statuses(`POST /api/user HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`), '400')
  assert.not.ok((await answeredIds()).has('behind'))
  assert.is(await statuses(post('Transfer-Encoding: chunked', '2;a=b\r\n{}\r\n0\r\nX: a\r\n\r\n')), '422')
})

it('heads are read in one way: line ends, hosts, targets, and however many headers', async () => {
  for (const text of [
    `GET ${LIVE} HTTP/1.1\nHost: a\n\n`,
    `GET ${LIVE} HTTP/1.1\r\nHost: a\n\r\n`,
    get(LIVE, `${HOST}X: a\r\n b\r\n`),
    get(LIVE, `${HOST}X: a\0b\r\n`),
    get(LIVE, 'Host : a\r\n'),
    get(LIVE, ' Host: a\r\n'),
    get(LIVE, 'Host: a\r\nHost: a\r\n'),
    get(LIVE, 'Host: a b\r\n'),
    get(LIVE, 'Host: u@a\r\n'),
    get(`http://b${LIVE}`),
    get(`http://u@a${LIVE}`),
    get(`file://a${LIVE}`),
    get('a:80'),
    get('*'),
    get(`${LIVE}#x`),
    get('/health/\x80'),
    `GET ${LIVE}\r\n\r\n`,
    `GET ${LIVE} HTTP/0.9\r\n\r\n`,
    `GET\t${LIVE} HTTP/1.1\r\n${HOST}\r\n`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ])
    assert.is(await statuses(text), '400', JSON.stringify(text))
  assert.is(await statuses(get(`http://a${LIVE}`)), '200')
  assert.is(await statuses(`GET ${LIVE} HTTP/1.0\r\n\r\n`), '200')
  assert.is(await statuses(`OPTIONS * HTTP/1.1\r\n${HOST}\r\n`), '404')
  // Git asks for a password where the path is git's, in whatever form it comes.
  const [asked] = await send(get('http://a/git/alice/none/info/refs?service=git-upload-pack'))
  assert.match(asked?.head ?? '', /^www-authenticate: Basic /im)
  // Behind thousands of headers a second one of a name is still the second.
  const [many] = await send(
    get('/api/user', `${HOST}${'a:\r\n'.repeat(3_000)}Authorization: a\r\nAuthorization: b\r\n`),
  )
  assert.equal([many?.status, JSON.parse(many?.body ?? '').error], [400, 'bad_request'])
})

it('of requests in a row each is answered in its turn, and what follows the last good one is refused after it', async () => {
  assert.is(await statuses(get(LIVE) + get('/api/nowhere') + get(LIVE)), '200,404,200')
  assert.is(await statuses(`${get(LIVE)}GARBAGE\r\n\r\n${get(LIVE)}`), '200,400')
  assert.is(await statuses(get(LIVE) + get(LIVE, '') + get(LIVE)), '200,400')
  assert.is(await statuses(get(LIVE, `${HOST}Connection: close\r\n`) + get(LIVE)), '200')
  assert.is(await statuses(get(LIVE, `${HOST}Connection: upgrade\r\nUpgrade: h2c\r\n`)), '200')
})
it.run()
