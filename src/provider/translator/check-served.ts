import {AssayError} from '#error/assay-error'
import {type ChosenTranslator, makeTranslator} from './chosen-translator.ts'
import {readIssues} from './expected-answer.ts'

type Named = Pick<ChosenTranslator, 'name' | 'told'>

/** Refuses a translator whose words are about another policy than those that would go through it. Throws `translator_invalid`. */
export function checkServed({name, told}: Named, policies: readonly string[]): void {
  const {provider} = makeTranslator(told)
  const others = provider === undefined ? [] : policies.filter((policy) => policy !== provider)
  if (others.length === 0) return
  throw new AssayError('translator_invalid', `${name} is for ${provider} only, not for ${others.join(', ')}`, {
    hint: `Name ${provider} alone with --provider, or give a translator without provider.`,
  })
}

/** Reads an answer of the shape that the translator expects, without a world around it. Throws `translator_invalid`. */
export function checkRead({name, told}: Named): void {
  const issues = readIssues(makeTranslator(told))
  if (issues.length === 0) return
  throw new AssayError('translator_invalid', `${name} cannot read what it expects (${issues.length} issues)`, {issues})
}
