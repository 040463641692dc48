/** Rules of the wire contracts written a second time, as plainly as they can be: what they refuse must never be accepted. */
export function isGoodAct(text: string): boolean {
  const actions = field(parsed(text), 'actions')
  return (
    Array.isArray(actions) &&
    actions.length > 0 &&
    actions.every(
      (row) =>
        Array.isArray(row) &&
        row.length > 0 &&
        row.length === actions[0].length &&
        row.every((number) => Number.isFinite(number)),
    )
  )
}

export function isGoodVideo(text: string): boolean {
  const value = parsed(text)
  const video = field(value, 'b64_video')
  if (typeof video !== 'string' || field(value, 'error')) return false
  const bytes = Buffer.from(video, 'base64')
  return bytes.toString('base64') === video && bytes.toString('latin1', 4, 8) === 'ftyp'
}

export function isGoodScore(text: string): boolean {
  const value = parsed(text)
  const scores = field(field(value, 'result'), 'scores')
  const isAnswer = field(value, 'v') === 1 && field(value, 'ok') === true
  return isAnswer && Array.isArray(scores) && scores.length === 3 && scores.every((score) => Number.isFinite(score))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
