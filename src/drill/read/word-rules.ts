import type {Drill} from '#contract/generated/types'
import type {DraftIssue} from '#document/document-issues'
import {pointerOf} from '#document/pointer'
import {nearestNames, withNearest} from '#error/nearest'
import {WORD_HEADS, wordsIn} from '../model/text-words.ts'
import type {DrillNames} from './drill-names.ts'
import type {DrillPlace} from './drill-places.ts'
import {isGivenNode} from './given-rules.ts'

/** Words in braces that stand for nothing. Braces around anything else are text, as that of a program is. */
export function wordIssues({target}: Drill, places: readonly DrillPlace[], {words}: DrillNames): DraftIssue[] {
  const {env = {}, setup = []} = target
  const isKnown = (word: string) => words.includes(word) || (target.kind === 'nodes' && isGivenNode(`{${word}}`))
  const unknownIn = (pointer: string, value: unknown) =>
    wordsIn(value).flatMap(({word, head}): DraftIssue[] => {
      const isMeant = WORD_HEADS.includes(head) || nearestNames(head, WORD_HEADS).length > 0
      if (!isMeant || isKnown(word)) return []
      return [{pointer, rule: 'unknown_word', message: withNearest(`{${word}} stands for nothing here`, word, words)}]
    })
  return [
    ...Object.entries(env).flatMap(([name, text]) => unknownIn(pointerOf(['target', 'env', name]), text)),
    ...setup.flatMap(({argv}, at) => unknownIn(pointerOf(['target', 'setup', String(at), 'argv']), argv)),
    ...places.flatMap(({pointer, args}) =>
      Object.entries(args).flatMap(([key, value]) => unknownIn(pointer + pointerOf(['args', key]), value)),
    ),
  ]
}
