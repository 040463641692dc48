let loaded: typeof import('node:crypto') | undefined
/** Loaded when first used: an import at the top would cost every start 4 ms. */
function crypto(): typeof import('node:crypto') {
  loaded ??= process.getBuiltinModule('node:crypto')
  return loaded
}

/** `sha256:` and 64 lower-case hex digits. */
export function sha256(content: string | Uint8Array): `sha256:${string}` {
  return `sha256:${crypto().hash('sha256', content, 'hex')}`
}

/** The digest of a content whose parts arrive one after the other. */
export function startSha256(): {update(part: string | Uint8Array): void; digest(): `sha256:${string}`} {
  const state = crypto().createHash('sha256')
  return {update: (part) => void state.update(part), digest: () => `sha256:${state.digest('hex')}`}
}
