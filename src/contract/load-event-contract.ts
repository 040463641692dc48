import type {Contract} from './contract.ts'

type Load = () => Promise<Contract<unknown>>

/** The schema of each event, loaded with its first delivery. */
const CONTRACTS: Readonly<Record<string, Load>> = {
  push: async () => (await import('./generated/host-push-event.ts')).hostPushEvent,
  pull_request: async () => (await import('./generated/host-pull-request-event.ts')).hostPullRequestEvent,
  pull_request_review: async () =>
    (await import('./generated/host-pull-request-review-event.ts')).hostPullRequestReviewEvent,
  issues: async () => (await import('./generated/host-issues-event.ts')).hostIssuesEvent,
  issue_comment: async () => (await import('./generated/host-issue-comment-event.ts')).hostIssueCommentEvent,
  release: async () => (await import('./generated/host-release-event.ts')).hostReleaseEvent,
  create: async () => (await import('./generated/host-create-event.ts')).hostCreateEvent,
  delete: async () => (await import('./generated/host-delete-event.ts')).hostDeleteEvent,
  fork: async () => (await import('./generated/host-fork-event.ts')).hostForkEvent,
  star: async () => (await import('./generated/host-star-event.ts')).hostStarEvent,
  ping: async () => (await import('./generated/host-ping-event.ts')).hostPingEvent,
}

/** The contract of the body of a delivery. Undefined for a name that no event has. */
export async function loadEventContract(event: string): Promise<Contract<unknown> | undefined> {
  return Object.hasOwn(CONTRACTS, event) ? await CONTRACTS[event]?.() : undefined
}
