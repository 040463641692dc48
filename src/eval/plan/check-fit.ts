import {AssayError} from '#error/assay-error'
import {type ChosenTranslator, makeTranslator} from '#provider/translator/chosen-translator'
import {fitIssues, worldLack} from '#provider/translator/fit-issues'
import type {EvalSettings} from '../model/eval-settings.ts'
import {emitIssues} from './emit-issues.ts'

/** Shows it a start of every environment that it is for, and reads an answer of the shape that it expects. Throws `translator_invalid` with every issue. */
export function checkFit(
  {name, told}: ChosenTranslator,
  {suites, environments}: Pick<EvalSettings, 'suites' | 'environments'>,
): void {
  const shown = makeTranslator(told)
  const meant = environments.filter((environment) => worldLack(shown, environment) !== 'translator_other_world')
  if (meant.length === 0) {
    throw new AssayError('translator_invalid', `${name} is for no environment of this evaluation`, {
      hint: `It is for ${shown.worlds?.join(', ')}: name one of them with --env.`,
    })
  }
  const shownIn = meant.filter((environment) => worldLack(shown, environment) === undefined)
  const isActing = suites.some(({kind}) => kind === 'policy')
  const issues = shownIn.flatMap((environment) => [
    ...fitIssues(shown, environment),
    ...(isActing ? emitIssues(shown, environment) : []),
  ])
  if (issues.length === 0) return
  throw new AssayError('translator_invalid', `${name} does not fit what it is used for (${issues.length} issues)`, {
    issues,
  })
}
