/** `sample` goes with every change; `full` is the whole campaign. */
export type Depth = 'sample' | 'full'

/** What a campaign found. It holds when `failures` is empty; `notes` are its measured figures and limits. */
export interface CampaignResult {
  readonly name: string
  readonly checks: number
  readonly failures: readonly string[]
  readonly notes: readonly string[]
}
