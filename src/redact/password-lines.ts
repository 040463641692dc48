import {addPasswordValue} from './password-value.ts'
import type {Span} from './span.ts'

/** What `chpasswd` and `sudo -S` read, a variable of a Dockerfile or shell, the users of Redis and the like; before each what it cannot do without. */
const LINES: readonly (readonly [hints: readonly string[], pattern: RegExp])[] = [
  [['chpasswd'], /\becho[ \t]+["']?[\w.-]{1,64}:([^\s"':]{4,200})["']?[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd/g],
  [
    ['echo '],
    /\becho[ \t]+["']?([^\s"'|]{4,200})["']?[ \t]*\|[^\n|]{0,120}(?:--password-stdin|sudo[ \t]+-S|--with-token|--stdin|passwd)\b/g,
  ],
  // PPP, Postfix, Subversion, `.htdigest`.
  [
    ['" *', "' *"],
    /(?<=(?:^|\n)[\w*".@-]{1,64}[ \t]+[\w*".-]{1,64}[ \t]+)["']([^\s"'#]{4,200})["'][ \t]+\*[ \t]*(?=\n|$)/g,
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
  [['PASS '], /(?<=(?:^|[\n>:][ \t]{0,4}|(?:C|client): )PASS[ \t]+:?)([^\s:][^\s]{3,199})(?=[ \t]*(?:\r?\n|$))/g],
  [[' LOGIN '], /(?<=[\w.]{1,16} LOGIN (?:"[^"\n]{1,64}"|[^\s"]{1,64}) )"?([^\s"]{4,200})"?(?=[ \t]*(?:\r?\n|$))/g],
  // Preseed of Debian, kickstart, cloud-init.
  [['passwd/'], /\bpasswd\/[\w-]{0,32}password(?:-again|-crypted)?[ \t]+(?:password|string)[ \t]+([^\s]{4,200})/g],
  [['rootpw'], /(?<=(?:^|\n)[ \t]{0,8}rootpw[ \t]+(?:--[\w-]{1,16}[ \t]+){0,3})([^\s-][^\s]{3,199})/g],
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
