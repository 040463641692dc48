import {Visitor} from 'oxc-parser'
import {type Insertion, insertCode} from './insert-code.ts'

const MOST_FAULTS = 1_000

/**
 * A validator whose loops over items and keys end after so many faults: a hostile list of a million bad items would otherwise give a
 * million objects, for which the schema compiler has no option. The verdict stays: where that many faults are counted, the document or
 * the branch of a union is bad already.
 */
export function withPatientLoops(validator: string): string {
  return insertCode(validator, (program) => {
    const found: Insertion[] = []
    new Visitor({
      ForStatement: ({test}) => {
        if (test?.type === 'BinaryExpression' && test.operator === '<') {
          found.push({at: test.end, code: `&&errors<${MOST_FAULTS}`})
        }
      },
      ForInStatement: ({body}) => void found.push({at: body.start + 1, code: `if(errors>=${MOST_FAULTS})break;`}),
    }).visit(program)
    return found
  })
}
