/** What a benchmark says of a row for reasons of this machine at that moment: none, one or several. */
const MARKS = /(?:\b(?:not_settled|drifting|rate_not_met)\b\s*)+$|–(?=\s*$)/g

/** What differs from run to run and from machine to machine, in neutral words. */
export function neutral(line: string): string {
  return line
    .replaceAll(/\d{8}T\d{9}Z-[a-z0-9]{6}/g, 'RUN')
    .replaceAll(/[A-Za-z0-9+/]{43}=/g, 'DIGEST')
    .replaceAll(/\b(?:sha256:)?[0-9a-f]{64}\b/g, 'DIGEST')
    .replaceAll(/\bws-[a-z0-9]{16}\b/g, 'WORKSPACE')
    .replaceAll(/\b[0-9a-f]{16}\b/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(MARKS, 'MARK')
    .replaceAll(/\d+(?:\.\d+)?(?:e-?\d+)?/g, 'N')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The first shown line that is not found behind those before it; undefined when all are there in order. */
export function missingLine(shown: readonly string[], output: string): string | undefined {
  const told = output.split('\n').map(neutral)
  let at = 0
  for (const line of shown) {
    if (line.trim() === '...') continue
    const found = told.findIndex((one, index) => index >= at && agrees(neutral(line), one))
    if (found < 0) return line
    at = found + 1
  }
  return undefined
}

/** A shown line may be cut short by an ellipsis, also within. */
function agrees(shown: string, told: string): boolean {
  if (!shown.includes('…')) return shown === told
  let at = 0
  for (const part of shown.split('…').map((one) => one.trim())) {
    const found = told.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}
