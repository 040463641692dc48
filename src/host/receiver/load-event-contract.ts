import type {Contract} from '#contract/contract'

type Load = () => Promise<Contract<unknown>>

/** The schema of each event, loaded with its first delivery. */
const CONTRACTS: Readonly<Record<string, Load>> = {
  push: async () => (await import('#contract/generated/host-push-event')).hostPushEvent,
  pull_request: async () => (await import('#contract/generated/host-pull-request-event')).hostPullRequestEvent,
  pull_request_review: async () =>
    (await import('#contract/generated/host-pull-request-review-event')).hostPullRequestReviewEvent,
  issues: async () => (await import('#contract/generated/host-issues-event')).hostIssuesEvent,
  issue_comment: async () => (await import('#contract/generated/host-issue-comment-event')).hostIssueCommentEvent,
  release: async () => (await import('#contract/generated/host-release-event')).hostReleaseEvent,
  create: async () => (await import('#contract/generated/host-create-event')).hostCreateEvent,
  delete: async () => (await import('#contract/generated/host-delete-event')).hostDeleteEvent,
  fork: async () => (await import('#contract/generated/host-fork-event')).hostForkEvent,
  star: async () => (await import('#contract/generated/host-star-event')).hostStarEvent,
  ping: async () => (await import('#contract/generated/host-ping-event')).hostPingEvent,
}

/** Undefined for a name that no event has. */
export async function loadEventContract(event: string): Promise<Contract<unknown> | undefined> {
  return Object.hasOwn(CONTRACTS, event) ? await CONTRACTS[event]?.() : undefined
}
