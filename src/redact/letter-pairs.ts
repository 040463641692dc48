/** Each first letter with the letters that often follow it: a quarter of all pairs, nine tenths of those in prose and names. Counted over the documents and sources of this project and the pages of its packages. */
const USUAL = `abcdgilmnprsty be caehklot daeio eacdflmnpqrstvxy faioru ge haeiot icdefglmnorst ke ladeilostuy mabeiopsu
nacdegilostu obdfilmnoprstuvw paelorstu qu radeinorstuy sacehiostu taehiorstuy ueilmnrst vaeio whio ypw`

const IS_USUAL = new Uint8Array(26 * 26)
for (const [first = '', ...next] of USUAL.split(/\s+/)) {
  for (const letter of next) IS_USUAL[pairAt(first.charCodeAt(0), letter.charCodeAt(0))] = 1
}

function pairAt(first: number, second: number): number {
  return ((first | 32) - 97) * 26 + ((second | 32) - 97)
}

/** Which share of the pairs of letters in a text are usual ones: names have nine of ten, letters drawn by chance a quarter. 1 without pairs. */
export function usualPairsOf(text: string): number {
  let pairs = 0
  let usual = 0
  let last = -1
  for (let at = 0; at < text.length && at < 512; at++) {
    const code = text.charCodeAt(at)
    const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
    if (isLetter && last >= 0) {
      pairs++
      usual += IS_USUAL[pairAt(last, code)] ?? 0
    }
    last = isLetter ? code : -1
  }
  return pairs === 0 ? 1 : usual / pairs
}
