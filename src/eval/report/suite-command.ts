import {shellWord} from '#path/shown-path'
import type {EvalSettings} from '../model/eval-settings.ts'
import {SHOWN_OPERATIONS, type Suite} from '../model/suite.ts'

/** The suite of a name as it was asked for, and the beginning of every command that tries a provider with it again. */
export function suiteCommand(
  {suite, provider}: {readonly suite: string; readonly provider: string},
  {suites, translator, carried = ''}: Pick<EvalSettings, 'suites' | 'translator' | 'carried'>,
): {readonly suite: Partial<Suite>; readonly words: string} {
  const asked: Partial<Suite> = suites.find(({name}) => name === suite) ?? {}
  const {file = suite, asks = []} = asked
  const isShown = translator && asks.some((operation) => SHOWN_OPERATIONS.includes(operation))
  const shown = isShown ? ` --translator ${shellWord(translator.name)}` : ''
  return {suite: asked, words: `assay eval --suite ${shellWord(file)} --provider ${provider}${carried}${shown}`}
}
