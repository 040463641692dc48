/** A release such as 1.12.0. */
export interface Release {
  readonly major: number
  readonly minor: number
  readonly patch: number
  /** What follows a dash. */
  readonly pre: string
}

const FORM = /(?:^|[^0-9.A-Za-z])v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?/

/** The first release in a text; a leading v and build metadata do not count. Source: semver.org 2.0.0. */
export function releaseIn(text: string): Release | undefined {
  const [, major, minor, patch, pre = ''] = FORM.exec(text) ?? []
  return major === undefined ? undefined : {major: Number(major), minor: Number(minor), patch: Number(patch), pre}
}

/** The release that a whole text names, and nothing beside it. */
export function exactRelease(text: string): Release | undefined {
  const release = releaseIn(text)
  return release && /^v?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/.test(text) ? release : undefined
}

export const releaseText = ({major, minor, patch, pre}: Release): string =>
  [[major, minor, patch].join('.'), ...(pre === '' ? [] : [pre])].join('-')

export const isSameRelease = (one: Release, other: Release): boolean => releaseText(one) === releaseText(other)

/** Whether an upgrade may go this way: patches and minors of one major forwards, and from any 1.x to 2.0.0; source: the service's table of paths. */
export function isAllowedPath(from: Release, to: Release): boolean {
  const order = [to.major - from.major, to.minor - from.minor, to.patch - from.patch]
  const first = order.find((part) => part !== 0) ?? 0
  if (first < 0) return false
  return to.major === from.major || to.major - from.major === 1
}

/** From the lowest to the highest; one that is not out yet comes before that one. Source: semver.org 2.0.0, but for what follows the dash, which is compared as a text. */
export function inReleaseOrder(one: Release, other: Release): number {
  const order = [one.major - other.major, one.minor - other.minor, one.patch - other.patch]
  const first = order.find((part) => part !== 0) ?? 0
  if (first !== 0 || one.pre === other.pre) return first
  if (one.pre === '' || other.pre === '') return one.pre === '' ? 1 : -1
  return one.pre < other.pre ? -1 : 1
}

/** Whether two texts name one release; texts that name none name no other one. */
export function isOneRelease(one: string, other: string): boolean {
  const [first, second] = [exactRelease(one), exactRelease(other)]
  return first === undefined || second === undefined || isSameRelease(first, second)
}
