import {indented} from '../scan/scan-text.ts'

/**
 * A JSON document spelled exactly as Assay writes it, or undefined. Another spelling could hide a key that is given twice,
 * trailing bytes, or depth that breaks whoever reads it next.
 */
export function readStrictJson(text: string): {readonly value: unknown} | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return indented(value) === text ? {value} : undefined
  } catch {
    return undefined
  }
}

/** Whether a line of NDJSON is in the form in which Assay writes it. An empty one stands before each of a log, so that what a crash tore does not take the next along. */
export function isStrictLine(line: string): boolean {
  try {
    return line === '' || JSON.stringify(JSON.parse(line)) === line
  } catch {
    return false
  }
}
