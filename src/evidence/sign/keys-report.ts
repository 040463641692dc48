import type {KeysGenerateResult} from '#contract/generated/types'
import type {Report} from '#report/report'

/** The report on a new pair: where it lies and what to do with it. */
export function keysReport(result: KeysGenerateResult): Report {
  return {
    title: 'Signing keys',
    status: 'pass',
    facts: [
      {label: 'Algorithm', value: result.algorithm},
      {label: 'Key id', value: result.key_id},
      {label: 'Private key', value: result.key_file},
      {label: 'Public key', value: result.public_key_file},
    ],
    tables: [],
    cases: [],
    remarks: ['Keep the private key to yourself; give the public key to whoever verifies.', ...result.next],
  }
}
