/**
 * Headers that one reader takes for `Transfer-Encoding: chunked` and another does not, one form each, latin1. Source of the forms: the exhaustive list of
 * github.com/defparam/smuggler, which tries them on servers.
 */
export const CODING_FORMS: readonly string[] = [
  ' Transfer-Encoding: chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding\t:\tchunked',
  'Transfer Encoding: chunked',
  'Transfer_Encoding: chunked',
  'Transfer Encoding:chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:  chunked',
  'Transfer-Encoding: chunked, cow',
  'Transfer-Encoding: cow, chunked',
  'Transfer-Encoding:\n chunked',
  'Transfer-Encoding: "chunked"',
  "Transfer-Encoding: 'chunked'",
  'Transfer-Encoding: chunk',
  'TrAnSFer-EnCODinG: cHuNkeD',
  'TRANSFER-ENCODING: CHUNKED',
  'Transfer-Encoding: cow\r\nTransfer-Encoding: chunked',
  'Transfer\r-Encoding: chunked',
  'Transfer-Encoding: cow chunked bar',
  'Transfer-Encoding: ch\x96nked',
  'Transf\x82r-Encoding: chunked',
  'X:X\rTransfer-Encoding: chunked',
  'X:X\nTransfer-Encoding: chunked',
  ...[...bytes(0x01, 0x20), ...bytes(0x7f, 0x100)].flatMap((one) => [
    `Transfer-Encoding:${one}chunked`,
    `Transfer-Encoding${one}: chunked`,
    `${one}Transfer-Encoding: chunked`,
    `Transfer-Encoding: chunked${one}`,
  ]),
]

function bytes(from: number, to: number): string[] {
  return Array.from({length: to - from}, (_, n) => String.fromCharCode(from + n))
}
