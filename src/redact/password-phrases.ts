import {LiteralIndex} from './literal-index.ts'
import {addPasswordValue} from './password-value.ts'
import type {Span} from './span.ts'

const VALUE = String.raw`\\*["'>]?([^\s"'<>,;]{4,200})`
/** A phrase and what joins it to its value. Source: the manual pages of netrc, redis.conf, chpasswd, sudo, systemd, Vault and Nomad; RFC 4616 for SASL. */
const PHRASES: readonly (readonly [phrase: string, form: string])[] = [
  [
    'password ',
    String.raw`(?<=(?:(?:login|user|username)[ \t]["']|login[ \t]|(?:^|\n)[ \t]*user(?:name)?[ \t])[^\s,;]{1,128}\s{1,8}|\n[ \t]{1,8}(?=\S+[ \t]\S+\s*(?:\n|$)))`,
  ],
  ['insecure-password ', ''],
  ['rootpw ', ''],
  ['bindpassword ', ''],
  ['wpa_passphrase ', String.raw`\S{1,64}[ \t]{1,4}`],
  ['requirepass ', ''],
  ['masterauth ', ''],
  ['snmp-server community ', ''],
  ['rocommunity ', ''],
  ['rwcommunity ', ''],
  ['rocommunity6 ', ''],
  ['rwcommunity6 ', ''],
  ['com2sec ', String.raw`(?:-Cn[ \t]+\S{1,64}[ \t]+)?\S{1,64}[ \t]+\S{1,64}[ \t]+`],
  ['createuser ', String.raw`(?:-e[ \t]+\S{1,64}[ \t]+)?\S{1,64}[ \t]+(?:md5|sha)\S{0,4}[ \t]+`],
  ['-server key ', String.raw`(?:\d{1,2}[ \t]+)?`],
  ['isakmp key ', String.raw`(?:\d{1,2}[ \t]+)?`],
  ['key-string ', String.raw`(?:\d{1,2}[ \t]+)?`],
  ['pre-shared-key ', String.raw`(?:(?:local|remote|ascii-text|hexadecimal|cipher|simple|\d{1,2})[ \t]+){0,2}`],
  ['bindpw ', ''],
  ['remotepass', String.raw`[ \t]*=[ \t]*`],
  ['password md5 ', ''],
  ['encrypted password ', `(?=["'])`],
  ['with password', String.raw`[ \t]*=?[ \t]*N?(?=["'])`],
  ['nickserv identify ', String.raw`(?:\S{1,64}[ \t]+(?=\S+[ \t]*(?:\r?\n|$)))?`],
  ['_password ', String.raw`(?<=\n\w{0,32})`],
  ['pass_phrase', String.raw`(?:[ \t]*[=:][ \t]*)`],
  ['pass phrase', String.raw`(?:[ \t]*[=:][ \t]*)`],
  ['unseal key', String.raw`[ \t]\d{1,2}[ \t]*:[ \t]*`],
  ['recovery key', String.raw`[ \t]\d{1,2}[ \t]*:[ \t]*`],
  ['secret id', String.raw`[ \t]*[=:][ \t]*`],
  ['api key', String.raw`[ \t]*[=:][ \t]*`],
  ['access key', String.raw`[ \t]*[=:][ \t]*`],
  ['secret key', String.raw`[ \t]*[=:][ \t]*`],
  ['account key', String.raw`[ \t]*[=:][ \t]*`],
  ['password is', String.raw`:?[ \t]{1,4}`],
  ['passphrase is', String.raw`:?[ \t]{1,4}`],
  ['password was', String.raw`:?[ \t]{1,4}`],
  ['identified by ', String.raw`(?:password[ \t]{1,4})?(?=\\*["'])`],
  ['auth plain ', ''],
  ['securestring ', String.raw`(?:-string[ \t]{1,4})?(?=["'])`],
]
const HINTS = PHRASES.map(([phrase]) => phrase)
const INDEX = new LiteralIndex(HINTS, {ignoreCase: true})
const PATTERNS = PHRASES.map(([phrase, form]) => {
  const behind = form.startsWith('(?<=') ? form : ''
  return new RegExp(`${behind}${phrase.replace(' ', '[ _]')}${behind === '' ? form : ''}[ \\t]{0,16}${VALUE}`, 'iy')
})

/** Secrets that stand behind a phrase, as in files of well-known programs and in sentences. */
export function findPasswordPhrases(text: string, found: Span[]): void {
  INDEX.scan(text, (at, which) => {
    const pattern = PATTERNS[which]
    if (!pattern) return undefined
    pattern.lastIndex = at
    const match = pattern.exec(text)
    return match ? addPasswordValue(match, found) : undefined
  })
}
findPasswordPhrases.hints = HINTS
