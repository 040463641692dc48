/** Why bytes are not the text of a document. */
export interface NotText {
  readonly why: string
}

/** UTF-8 without byte order mark or control characters but tab and line ends. */
export function documentText(content: Uint8Array): string | NotText {
  const text = decode(content)
  if (text === undefined) return {why: 'is not UTF-8'}
  if (text.startsWith('\ufeff')) return {why: 'begins with a byte order mark'}
  if (text.includes('\u0000')) return {why: 'holds a NUL'}
  return /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) ? {why: 'holds a control character'} : text
}

function decode(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(content)
  } catch {
    return undefined
  }
}
