import type {CiRun} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import type {Variables} from '#process/variables'

/** A CI service: names of the variables in which it describes its own run. */
interface CiService {
  readonly provider: string
  /** Variable that is set wherever the service runs. */
  readonly sign: string
  readonly url: (env: Variables) => string | undefined
  readonly job: string
  readonly commit: string
  /** Variables of the branch; the first that is set counts. */
  readonly branch: readonly string[]
}

/** Sources: the pages of predefined variables of each service. */
const SERVICES: readonly CiService[] = [
  {
    provider: 'github',
    sign: 'GITHUB_ACTIONS',
    url: ({GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run}) =>
      server && repository && run ? `${server}/${repository}/actions/runs/${run}` : undefined,
    job: 'GITHUB_JOB',
    commit: 'GITHUB_SHA',
    branch: ['GITHUB_HEAD_REF', 'GITHUB_REF_NAME'],
  },
  {
    provider: 'gitlab',
    sign: 'GITLAB_CI',
    url: (env) => env['CI_JOB_URL'],
    job: 'CI_JOB_NAME',
    commit: 'CI_COMMIT_SHA',
    branch: ['CI_COMMIT_REF_NAME'],
  },
  {
    provider: 'jenkins',
    sign: 'JENKINS_URL',
    url: (env) => env['BUILD_URL'],
    job: 'JOB_NAME',
    commit: 'GIT_COMMIT',
    branch: ['CHANGE_BRANCH', 'BRANCH_NAME', 'GIT_BRANCH'],
  },
  {
    provider: 'buildkite',
    sign: 'BUILDKITE',
    url: (env) => env['BUILDKITE_BUILD_URL'],
    job: 'BUILDKITE_LABEL',
    commit: 'BUILDKITE_COMMIT',
    branch: ['BUILDKITE_BRANCH'],
  },
  {
    provider: 'circleci',
    sign: 'CIRCLECI',
    url: (env) => env['CIRCLE_BUILD_URL'],
    job: 'CIRCLE_JOB',
    commit: 'CIRCLE_SHA1',
    branch: ['CIRCLE_BRANCH'],
  },
]

const MOST_URL = 500
/** Most characters of the name of a branch or job. */
export const MOST_NAME = 250

/** The CI run around this process according to its variables; null outside CI. A service that is not listed here is `unknown`. */
export function detectCiRun(env: Variables): CiRun | null {
  const service = serviceOf(env)
  if (service) return {provider: service.provider, url: webAddress(service.url(env)), job: named(env[service.job])}
  return isOn(env['CI']) ? {provider: 'unknown', url: null, job: null} : null
}

/** Commit and branch that the CI service checked out, according to its own variables. */
export function detectCiSource(env: Variables): {readonly commit: string | null; readonly branch: string | null} {
  const service = serviceOf(env)
  const commit = service && env[service.commit]
  const branch = service?.branch.map((name) => env[name]).find((value) => value !== undefined && value !== '')
  return {commit: isCommit(commit) ? commit : null, branch: named(branch)}
}

export function isCommit(text: string | undefined): text is string {
  return text !== undefined && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

function serviceOf(env: Variables): CiService | undefined {
  return SERVICES.find(({sign}) => isOn(env[sign]))
}

/** An address without user, query and fragment, which may carry a secret and are not needed to find the page. */
function webAddress(text: string | undefined): string | null {
  const url = text === undefined ? null : URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const plain = `${url.origin}${url.pathname}`
  return plain.length <= MOST_URL ? plain : null
}

function named(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : cutText(text, MOST_NAME)
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}
