import {ALNUM, ALPHABETS, drawFrom, oneOf, type Pick, WITH_SIGNS} from './alphabets.ts'

const WORDS =
  'orchid marmot tundra velvet copper lagoon falcon walnut bramble cactus thistle puffin gravel saffron'.split(' ')
const LINE = 64

/** What a table draws by name and without a length: `{pw}`, `{uuid}`. */
export const SHAPES: Readonly<Record<string, (pick: Pick) => string>> = {
  uuid,
  UUID: (pick) => uuid(pick).toUpperCase(),
  pw: managed,
  upw: (pick) => encodeURIComponent(managed(pick)),
  human,
  bpw: (pick) => base64(drawFrom(ALNUM, 14 + pick(12), pick)),
  basic: (pick) => base64(`deploy:${drawFrom(ALNUM, 14 + pick(12), pick)}`),
  jwt,
  bjwt: (pick) => base64(jwt(pick)),
  pem: (pick) => wrapped(drawFrom(ALPHABETS['bs'] ?? '', LINE * (8 + pick(16)) + 20, pick)),
  bpem: (pick) =>
    base64(
      `-----${'BEGIN'} PRIVATE KEY-----\n${wrapped(drawFrom(ALNUM, LINE * 12, pick))}\n-----END PRIVATE KEY-----\n`,
    ),
  // The tables spell this word so, else every scanner of secrets would take them for keys.
  BEGIN: () => 'BEGIN',
}

function uuid(pick: Pick): string {
  return [8, 4, 4, 4, 12].map((length) => drawFrom(ALPHABETS['hex'] ?? '', length, pick)).join('-')
}

/** A password as a manager of passwords makes it. */
function managed(pick: Pick): string {
  return drawFrom(ALNUM, 1, pick) + drawFrom(pick(3) === 0 ? WITH_SIGNS : ALNUM, 11 + pick(13), pick)
}

/** A password as a person makes it. */
function human(pick: Pick): string {
  const word = () => oneOf(WORDS, pick)
  const big = () => word().replace(/^./, (letter) => letter.toUpperCase())
  const digits = (length: number) => drawFrom('0123456789', length, pick)
  const kinds = [
    () => word() + word(),
    () => big() + digits(2 + pick(3)),
    () => `${word()}${digits(3)}!`,
    () => `${big()}-${word()}-${digits(2)}`,
  ]
  return oneOf(kinds, pick)()
}

function jwt(pick: Pick): string {
  const hex = (length: number) => drawFrom(ALPHABETS['hex'] ?? '', length, pick)
  const headers = [
    {alg: 'HS256', typ: 'JWT'},
    {alg: 'RS256', kid: hex(8)},
    {typ: 'JWT', alg: 'ES256'},
  ]
  const body = {sub: String(pick(1e9)), iat: 1_700_000_000 + pick(9_999_999), scope: 'run', jti: hex(16)}
  const parts = [oneOf(headers, pick), body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  return [...parts, drawFrom(ALPHABETS['w'] ?? '', 43, pick)].join('.')
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

function wrapped(text: string): string {
  return text.replace(new RegExp(`.{${LINE}}(?=.)`, 'g'), '$&\n')
}
