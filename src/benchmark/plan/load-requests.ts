import type {DocumentPorts} from '#document/document-ports'
import type {PolicyRequest, ScoreRequest} from '#provider/model/provider'
import {chooseRequests} from '../model/requests.ts'
import {loadInputs} from './load-inputs.ts'

/** The score and policy requests that a case of an input file gives; one that it does not give is absent. */
export interface WrittenRequests {
  readonly score?: ScoreRequest
  readonly policy?: PolicyRequest
}

/** The cases of an input file of benchmarks as requests. Throws `inputs_invalid`. */
export async function loadRequests(path: string, ports: DocumentPorts): Promise<readonly WrittenRequests[]> {
  const {cases} = await loadInputs(path, ports)
  return cases.map((one) => {
    const {score, policy} = chooseRequests(one)
    return {...(one.score_info !== undefined && {score}), ...(one.policy_info !== undefined && {policy})}
  })
}
