import {CLOUD_FAMILIES} from './token-families-cloud.ts'
import {MODEL_FAMILIES} from './token-families-model.ts'
import {CODE_FAMILIES, SERVICE_FAMILIES} from './token-families-service.ts'

/** One vendor's public token format. */
export interface TokenFamily {
  /** The rule its marks name. */
  readonly name: string
  /** Literals that start the token, or stand inside it where there is a `before`; at least three characters each. */
  readonly prefixes: readonly string[]
  /** What stands before the literal, as a regular expression of token characters. */
  readonly before: string
  /** What follows it. */
  readonly body: string
  /** The vendor's page that shows the format. */
  readonly page: string
  /** Decides where the shape alone does not: for a token glued to other letters. */
  readonly check: 'github-crc32' | undefined
}

/**
 * The families of a table, one a line: `name | literals | body | page | check`, the check optional. The body is a regular
 * expression without captures and without nested repetition; ` @ ` in it is where the literal stands, else it stands first.
 */
export function familiesOf(table: string): TokenFamily[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', literals = '', form = '', page = '', check] = line.split(' | ')
      const [before, body] = form.includes(' @') ? form.split(/ @ ?/) : ['', form]
      return {
        name,
        prefixes: literals.split(' '),
        before: before ?? '',
        body: body ?? '',
        page,
        check: check === 'github-crc32' ? check : undefined,
      }
    })
}

/** Every vendor format known here. To add one, add a line to the table of its topic. */
export const TOKEN_FAMILIES: readonly TokenFamily[] = [
  CODE_FAMILIES,
  CLOUD_FAMILIES,
  MODEL_FAMILIES,
  SERVICE_FAMILIES,
].flatMap(familiesOf)
