/** One that never ends goes to the end: each mark within would begin another otherwise. */
const TEXTS = /"(?:[^"\\]|\\.|\\$)*"?/gs
const NUMBERS_OF_PYTHON = /(?<![\w.])-?(?:NaN|Infinity)(?![\w.])/

/** Why a text that could not be read as JSON is none: Python writes NaN and Infinity into what it calls JSON. */
export function whyNoJson(text: string): string {
  const [found] = NUMBERS_OF_PYTHON.exec(text.replace(TEXTS, '""')) ?? []
  return found === undefined ? 'is not JSON' : `holds ${found}, which is no number of JSON`
}
