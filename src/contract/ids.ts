declare const brand: unique symbol
type Branded<Name extends string> = string & {readonly [brand]: Name}

/** `YYYYMMDDTHHMMSSmmmZ-xxxxxx`; string order is time order; also the directory name. */
export type RunId = Branded<'RunId'>
export type Digest = `sha256:${string}`

const RUN_ID = /^[0-9]{8}T[0-9]{9}Z-[a-z2-7]{6}$/
const DIGEST = /^sha256:[0-9a-f]{64}$/

export function isRunId(text: string): text is RunId {
  return RUN_ID.test(text)
}

export function isDigest(text: string): text is Digest {
  return DIGEST.test(text)
}
