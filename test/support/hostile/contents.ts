/** A value that no answer may repeat. */
export const CANARY = 'zqx7canary'

const MIB = 1024 * 1024
const upTo = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes)

/** Contents that are hostile whoever reads them, by name. Sizes reach the limits of the readers. */
export const HOSTILE_CONTENTS: Readonly<Record<string, () => string | Uint8Array>> = {
  nothing: () => '',
  'one NUL': () => '\0',
  'a megabyte of NUL': () => new Uint8Array(MIB),
  'a byte order mark': () => '\ufeff{}',
  'UTF-16': () => Buffer.from('\ufeff{"schema_version": 1}', 'utf16le'),
  'bytes that are no UTF-8': () => new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  'a surrogate in three bytes': () => Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
  'an overlong slash': () => Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
  'a lone surrogate escape': () => `{"schema_version": 1, "name": "\\ud800${CANARY}"}`,
  'a list instead': () => `[1, "${CANARY}"]`,
  'a string instead': () => `"${CANARY}"`,
  null: () => 'null',
  true: () => 'true',
  'a number beyond all': () => '1e999',
  'a number of a megabyte': () => upTo('9', MIB),
  'a million brackets': () => upTo('[', MIB),
  'a million braces': () => upTo('{"a":', MIB),
  'deep and closed': () => `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
  'deep in a key': () => `{"schema_version": 1, "steps": ${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  'a list of a million numbers': () => `[${upTo('1,', MIB - 3)}1]`,
  'many keys': () => `{${Array.from({length: 50_000}, (_, at) => `"k${at}": "${CANARY}"`).join(',')}}`,
  'one key many times': () => `{${upTo(`"a": "${CANARY}",`, MIB - 100)}"a": 1}`,
  'a key that is the prototype': () => `{"__proto__": {"schema_version": 1}, "name": "${CANARY}"}`,
  'a key of a megabyte': () => `{"${upTo('k', MIB - 10)}": 1}`,
  'a string of a megabyte': () => `{"name": "${upTo(CANARY, MIB - 20)}"}`,
  'a megabyte of quotes': () => upTo('"', MIB),
  'a megabyte of escapes': () => `"${upTo('\\u0041', MIB - 4)}"`,
  'a megabyte of spaces': () => upTo(' ', MIB),
  'a megabyte of line ends': () => upTo('\n', MIB),
  'a megabyte of CR': () => upTo('\r', MIB),
  'a newer schema': () => `{"schema_version": 2, "name": "${CANARY}"}`,
  'a schema as text': () => `{"schema_version": "1", "name": "${CANARY}"}`,
  'a schema as a fraction': () => '{"schema_version": 1.5}',
  'a schema beyond all': () => '{"schema_version": 1e308}',
  'a negative schema': () => '{"schema_version": -1}',
  'many bad steps': () => `{"schema_version": 1, "name": "a", "steps": [${upTo('{},', MIB - 100)}{}]}`,
  'many bad needs': () =>
    `{"schema_version": 1, "name": "a", "steps": [{"id": "a", "use": "exec", "needs": [${upTo('0,', MIB - 200)}0]}]}`,
  'a ring of needs': () =>
    `{"schema_version": 1, "name": "a", "steps": [{"id": "a", "use": "doctor", "needs": ["b"]}, {"id": "b", "use": "doctor", "needs": ["a"]}]}`,
  'a matrix without end': () =>
    `{"schema_version": 1, "name": "a", "steps": [{"id": "a", "use": "doctor", "matrix": {${'abcdefghij'
      .split('')
      .map((key) => `"${key}": [${Array.from({length: 60}, (_, at) => at).join()}]`)
      .join()}}}]}`,
  'an alias bomb': () =>
    Array.from({length: 26}, (_, at) => `a${at}: &a${at} [${upTo(`*a${at - 1},`, 60)}1]`).join('\n'),
  'a megabyte of aliases': () => upTo('*a ', MIB),
  'a megabyte of anchors': () => upTo('&a ', MIB),
  'a megabyte of tags': () => upTo('!!str ', MIB),
  'a megabyte of pairs': () => Array.from({length: 80_000}, (_, at) => `k${at}: ${at}`).join('\n'),
  'a megabyte of documents': () => upTo('---\n', MIB),
  'a megabyte of dashes': () => upTo('- ', MIB),
  'a stair of indents': () => Array.from({length: 1_400}, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
  'a megabyte of TOML tables': () => Array.from({length: 50_000}, (_, at) => `[t${at}]`).join('\n'),
  'a TOML table of a megabyte of parts': () => `[${upTo('a.', MIB - 10)}a]`,
  'a TOML list of lists': () => `a = ${'['.repeat(500_000)}`,
  'a TOML date': () => `name = "${CANARY}"\nwhen = 1979-05-27T07:32:00Z`,
  'a TOML inline table in itself': () => `a = ${'{a = '.repeat(200_000)}`,
  'lines that look like a journal': () =>
    upTo('{"seq":1,"at":"x","mono_ms":0,"type":"run.created","data":{},"prev":""}\n', MIB),
  'empty lines of a journal': () => upTo('\n', 100_000),
  'many short records': () => upTo('{}\n', MIB),
  'many numbers on lines of their own': () => upTo('1\n', MIB),
  'PEM without end': () => `-----BEGIN ${'PRIVATE'} KEY-----\n${upTo('QUJD\n', 15_000)}`,
  'PEM of another kind': () => `-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n`,
  'words that look like a shell': () => `$(touch /tmp/${CANARY}); \`id\` && rm -rf ~`,
  'a path up': () => `{"schema_version": 1, "name": "a", "run_workspace": "../../${CANARY}"}`,
  'escape sequences of a terminal': () => `{"name": "\\u001b]0;${CANARY}\\u0007\\u001b[2J"}`,
  'text that turns its direction': () => `{"name": "\u202e${CANARY}\u2066"}`,
  'zero-width names': () => `{"schema\u200b_version": 1, "name": "${CANARY}"}`,
  'look-alikes of keys': () => `{"sch\u0435ma_version": 1, "n\u0430me": "${CANARY}"}`,
}
