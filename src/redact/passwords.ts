import {isSecretVariable} from './key-names.ts'
import {isPlaceholder} from './keyword-values.ts'
import {LiteralIndex} from './literal-index.ts'
import {isSpoken} from './readable.ts'
import type {Span} from './span.ts'
import {isWordy} from './value-kinds.ts'

/** Adds what a phrase or a line shows at the place of its secret, unless it is prose; gives where that ends. */
export function addPasswordValue(match: RegExpExecArray, found: Span[]): number | undefined {
  const {name, value: named} = match.groups ?? {}
  if (name !== undefined && !isSecretVariable(name)) return undefined
  const value = (named ?? match[1] ?? '').replace(/[.!?)]+$/, '')
  if (value.length < 4 || isPlaceholder(value) || isSpoken(value) || isProse(match, value)) return undefined
  const start = match.index + match[0].lastIndexOf(value)
  found.push({start, end: start + value.length, rule: 'keyword'})
  return start + value.length
}

/** `password is wrong`, `password entries were`: a plain word that does not end its line says something about it. */
function isProse({0: phrase, index, input}: RegExpExecArray, value: string): boolean {
  const next = input[index + phrase.length]
  if (next === undefined || (/[\r\n]/.test(next) && !/(?:is|was)\b/i.test(phrase))) return false
  return /^password\b|(?:is|was)\b/i.test(phrase) && isWordy(value)
}

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

/**
 * What `chpasswd` and `sudo -S` read, a variable of a Dockerfile or shell, the users of Redis and the like; before each what it cannot do without. A look
 * back over blanks comes after one at the value: in a long row of them each would look back over all before it.
 */
const LINES: readonly (readonly [hints: readonly string[], pattern: RegExp])[] = [
  [['chpasswd'], /\becho[ \t]+["']?[\w.-]{1,64}:([^\s"':]{4,200})["']?[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd/g],
  [
    ['echo '],
    /\becho[ \t]+["']?([^\s"'|]{4,200})["']?[ \t]*\|[^\n|]{0,120}(?:--password-stdin|sudo[ \t]+-S|--with-token|--stdin|passwd)\b/g,
  ],
  // PPP, Postfix, Subversion, `.htdigest`.
  [
    ['" *', "' *"],
    /(?=["'])(?<=(?:^|\n)[\w*".@-]{1,64}[ \t]+[\w*".-]{1,64}[ \t]+)["']([^\s"'#]{4,200})["'][ \t]+\*[ \t]*(?=\n|$)/g,
  ],
  [['\npassword\nV '], /(?<=\npassword\nV \d{1,3}\n)([^\n]{4,200})/g],
  [['<property '], /<property name=["'][\w.-]{0,80}(?:password|passwd|secret)["']>([^<\s]{4,200})</gi],
  [['</key>'], /<key>[\w. -]{0,64}(?:password|secret|token|passphrase)<\/key>\s{0,16}<string>([^<\s]{4,400})</gi],
  [['master.key'], /\bmaster\.key[ \t]*\n([a-f\d]{32})(?![a-f\d])/g],
  [
    ['ENV ', 'ARG ', 'setenv ', ' set ', 'set -'],
    /(?:ENV|ARG|setenv|set[ \t]-g?x|(?:config(?:ure)?|vars?|env)[ \t]set)(?=[ \t])(?<=(?:^|[\s:])\S{0,16}(?:[ \t]\S{1,4})?)[ \t]+(?<name>[A-Za-z][\w.-]{1,64})[ \t]+["']?(?<value>[^\s"'$]{4,4096})/g,
  ],
  [[' on >'], /\buser[ \t]+[\w.-]{1,64}[ \t]+on[ \t]+>([^\s>]{4,200})/g],
  [['"username"'], /"username"\s{0,4}:\s{0,4}"[^"\n]{1,128}",\s{0,16}"key"\s{0,4}:\s{0,4}"([^"\s]{16,200})"/g],
  [['assword:'], /\bassword:\\?["'][^\n]{0,16}send(?:[ \t]+--)?[ \t]+["']([^"'\s\\]{4,200})/g],
  [['BUNDLE_'], /(?<=(?:^|\n)BUNDLE_[A-Z\d_]{1,64}:[ \t]{1,4}["']?[\w.-]{1,64}:)([^\s"']{4,200})/g],
  // FTP, POP 3 and IRC; IMAP. Source: RFC 959, 1939, 2812, 9051.
  [
    ['PASS '],
    /(?=[^\s:])(?<=(?:^|[\n>:][ \t]{0,4}|(?:C|client): )PASS[ \t]+:?)([^\s:][^\s]{3,199})(?=[ \t]*(?:\r?\n|$))/g,
  ],
  [[' LOGIN '], /(?<=[\w.]{1,16} LOGIN (?:"[^"\n]{1,64}"|[^\s"]{1,64}) )"?([^\s"]{4,200})"?(?=[ \t]*(?:\r?\n|$))/g],
  // Preseed of Debian, kickstart, cloud-init.
  [['passwd/'], /\bpasswd\/[\w-]{0,32}password(?:-again|-crypted)?[ \t]+(?:password|string)[ \t]+([^\s]{4,200})/g],
  [['rootpw'], /(?=[^\s-])(?<=(?:^|\n)[ \t]{0,8}rootpw[ \t]+(?:--[\w-]{1,16}[ \t]+){0,3})([^\s-][^\s]{3,199})/g],
  [['chpasswd'], /(?<=\n[ \t]{2,16}(?:-[ \t]+)?[a-z_][\w-]{0,31}:)([^\s:]{4,200})(?=[ \t]*(?:\r?\n|$))/g],
  // Sealed by a configuration server or by Jasypt.
  [['{cipher}', 'ENC('], /(?:\{cipher\}|\bENC\()([\w+/=-]{16,4096})/g],
  // A user and a password with digits in it, of any program.
  [
    [' -u', ' -U', ' -l ', 'user'],
    /(?<=[ \t](?:-[uUl]|--?user(?:name)?)[ \t=]["']?[\w.@\\-]{1,64}["']?(?:[ \t][^\n|;]{0,80})?[ \t](?:-[pPw]|-pw)[ \t]?)(?=[^\s"']{0,64}\d)(?=[^\s"']{0,64}[A-Za-z])["']?([^\s"':/,=]{6,200})/g,
  ],
  // BIND and DHCP.
  [['hmac-'], /\bhmac-[\w-]{2,12};?\s{1,16}secret[ \t]+"?([A-Za-z\d+/=]{8,200})/g],
  [['jdbc:oracle'], /\bjdbc:oracle:thin:[\w.-]{1,64}\/([^\s@"']{4,200})@/g],
  [['@tcp(', '@unix('], /(?<![\w:/])[\w.-]{1,64}:([^\s@/:"']{4,200})@(?:tcp|unix)\(/g],
]

/** Secrets at a fixed place of their line, as in files of well-known programs. */
export function findPasswordLines(text: string, found: Span[]): void {
  for (const [hints, pattern] of LINES) {
    if (!hints.some((hint) => text.includes(hint))) continue
    for (const match of text.matchAll(pattern)) addPasswordValue(match, found)
  }
}
findPasswordLines.hints = LINES.flatMap(([hints]) => hints)
