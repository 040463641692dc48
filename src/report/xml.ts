// What XML 1.0 allows: tab, line feed, carriage return and everything from space on but surrogates and two non-characters.
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Text for an element or a quoted attribute of XML or HTML; characters that XML 1.0 cannot hold are left out. Source: XML 1.0, production 2. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(ILLEGAL, '')
    .replaceAll(/[&<>"'\t\n\r]/g, (mark) => ENTITIES[mark] ?? mark)
}
