import {indented} from '../scan/scan-text.ts'

/**
 * A JSON document spelled exactly as Assay writes it, or undefined. Another spelling could hide a repeated key, trailing bytes, or a depth
 * that breaks the next reader.
 */
export function readStrictJson(text: string): {readonly value: unknown} | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return indented(value) === text ? {value} : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether a line of NDJSON is spelled as Assay writes it. A ledger has an empty line before each leaf, so that a line torn by a crash does
 * not damage the next.
 */
export function isStrictLine(line: string): boolean {
  try {
    return line === '' || JSON.stringify(JSON.parse(line)) === line
  } catch {
    return false
  }
}
