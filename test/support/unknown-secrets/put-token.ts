import {oneOf, type Pick} from './alphabets.ts'
import type {Place} from './places.ts'
import type {Form} from './tables.ts'
import {fillToken} from './template.ts'

const WRITTEN: Readonly<Record<Place['written'], (text: string) => string>> = {
  plain: (text) => text,
  percent: encodeURIComponent,
  basic: (text) => Buffer.from(`ci:${text}`).toString('base64'),
}
/** `ci:` takes the first four characters of base64. */
const USER_LENGTH = 4

/** A new token in its place, and its secret as it is written there. */
export function putToken(form: Form, place: Place, pick: Pick): {readonly text: string; readonly secret: string} {
  const {text: token, secrets} = fillToken(form.template, pick)
  const write = WRITTEN[place.written]
  const variable = variableOf(form, pick)
  const names: Readonly<Record<string, string>> = {
    s: write(token),
    v: variable,
    n: variable.toLowerCase(),
    c: variable.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
  }
  const text = place.template.replace(/%([svnc])/g, (_, name: string) => names[name] ?? '')
  return {text, secret: place.written === 'basic' ? write(token).slice(USER_LENGTH) : write(secrets[0] ?? token)}
}

function variableOf({owner, kind}: Form, pick: Pick): string {
  const vendor = owner
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, 'N')
  return `${vendor}_${oneOf(endsOf(kind), pick)}`
}

function endsOf(kind: string): readonly string[] {
  if (kind.includes('secret')) return ['SECRET', 'CLIENT_SECRET', 'SECRET_KEY', 'API_SECRET']
  if (kind.includes('token')) return ['TOKEN', 'API_TOKEN', 'ACCESS_TOKEN', 'AUTH_TOKEN']
  return kind.includes('password') ? ['PASSWORD', 'PASSWD'] : ['API_KEY', 'KEY', 'APIKEY', 'TOKEN']
}
