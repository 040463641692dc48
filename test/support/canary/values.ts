import {seeded} from '../seeded.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Fifty secrets of every shape that ever broke a redactor; equal for equal seeds. No shape says what it is, so only registering finds it. */
export function canaryValues(seed: number): readonly string[] {
  const pick = seeded(seed)
  const any = (length: number) => Array.from({length}, () => LETTERS[pick(LETTERS.length)]).join('')
  const digits = (length: number) => Array.from({length}, () => String(1 + pick(9))).join('')
  const [inner, tail] = [any(14), any(11)]
  // A path is a place. Of ten random characters a third could be the name of a folder, in which no secret is looked for.
  const noFolder = Array.from({length: 5}, () => `${digits(1)}${'abcdefghijkmnopqrstuvwxyz'[pick(25)]}`).join('')
  const label = `${'PRIVATE'} KEY-----`
  const pem = (lines: number, width: number) =>
    `-----BEGIN ${label}\n${Array.from({length: lines}, () => any(width)).join('\n')}\n-----END ${label}`
  return [
    ...[10, 12, 16, 20, 32, 40, 64].map(any),
    ...[6, 7, 8].map(any),
    ...[`${any(5)}.`, `${any(3)}-${any(3)}`],
    ...[`${any(8)}"${any(8)}`, `"${any(6)}'${any(6)}\``],
    ...[`${any(8)}\\${any(8)}`, `${any(8)}\\n${any(4)}\\`, `\\u0041${any(9)}\\\\${any(4)}`],
    ...[`${any(18)}\n${any(18)}`, `${any(20)}\r\n${any(20)}\n`],
    ...[`${any(8)}ü€ß${any(4)}`, `密码${any(6)}秘密`, `🔑${any(8)}😀${any(3)}`],
    ...[`<${any(6)}>&${any(6)};`, `${any(5)}]]>${any(5)}`, `&amp;${any(8)}&lt;`],
    ...[`${any(6)} ${any(6)} ${any(6)}`, `${any(8)}  ${any(4)}|${any(3)}`],
    ...[`${any(6)}%41${any(6)}%`, `%zz${any(8)}`, `${any(6)}%2F+${any(6)}`],
    ...[pem(3, 64), pem(2, 20)],
    ...[any(4096), Array.from({length: 512}, () => `${any(6)}-`).join('/')],
    ...[inner, `${inner}${tail}`, `${tail}${inner}`, `${inner}-${inner}`],
    ...[`{"a":"${any(10)}"}`, `["${any(12)}",1]`, `"${any(11)}"`],
    ...[digits(11), `-${digits(4)}.${digits(6)}`],
    ...[`[redacted:${any(9)}`, `[redacted:registered#1]${any(10)}`, `[redac${any(9)}]`, `${any(8)}[redacted:jwt#2]`],
    ...[`/home/alice/${noFolder}`, `https://${any(6)}:${any(6)}@host.example/${any(5)}?x=${any(6)}`],
    `${any(6)}\u001b[31m${any(6)}\t${any(4)}`,
  ]
}
