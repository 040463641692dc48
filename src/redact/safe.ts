declare const safe: unique symbol

/** Text that went through the redactor. Only this room makes it; every way out of the process takes nothing else. */
export type Safe = string & {readonly [safe]: true}

/** Bytes that are no text, or text already made safe; likewise made only here. */
export type SafeBytes = Uint8Array & {readonly [safe]: true}

/** Text that was in the package when it was published: it holds nothing of this machine, and nothing that a caller wrote. */
export function publishedText(text: string): Safe {
  return text as Safe
}

/** Compiled code of such text: an engine puts nothing into it that is not in the text. */
export function publishedCode(code: Uint8Array): SafeBytes {
  return code as SafeBytes
}

/** Safe lines one after the other are safe: every rule works within a line or was applied before. */
export function joinSafe(parts: readonly Safe[]): Safe {
  return parts.join('') as Safe
}
