import {lintSource} from '@secretlint/core'
import {creator} from '@secretlint/secretlint-rule-preset-recommend'
import type {SecretFinding} from '#redact/findings'

export interface NamedText {
  readonly path: string
  readonly text: string
}

/**
 * The second scan: rules of another project over text that Assay's own layers found clean. Its messages quote the secret, so only rule and
 * line are kept. Many texts go into one call, because each call costs more than a small text does. Throws if a rule throws: text that could
 * not be judged is not published.
 */
export async function scanWithSecretlint(texts: readonly NamedText[]): Promise<Map<string, SecretFinding[]>> {
  const joined = texts.map(({text}) => text).join('\n')
  const source = {filePath: 'evidence.txt', content: joined, ext: '.txt', contentType: 'text'} as const
  const {messages} = await lintSource({
    source,
    options: {maskSecrets: true, noPhysicFilePath: true, config: {rules: [{id: 'preset', rule: creator}]}},
  })
  const found = new Map<string, SecretFinding[]>()
  if (messages.length === 0) return found
  const placeOf = places(texts)
  for (const {ruleId, range} of messages) {
    const {path, line} = placeOf(range[0])
    found.set(path, [...(found.get(path) ?? []), {pointer: '', rule: shortName(ruleId), line}])
  }
  return found
}

/** Maps an offset in the joined text back to the file and its line, counted from 1. */
function places(texts: readonly NamedText[]): (offset: number) => {path: string; line: number} {
  return (offset) => {
    let start = 0
    for (const {path, text} of texts) {
      if (offset <= start + text.length) return {path, line: text.slice(0, offset - start).split('\n').length}
      start += text.length + 1
    }
    throw new RangeError('a finding behind the end of the text')
  }
}

/** `@secretlint/secretlint-rule-github` is `secretlint-github`. */
function shortName(ruleId: string): string {
  return `secretlint-${ruleId.slice(ruleId.lastIndexOf('-rule-') + '-rule-'.length)}`
}
