/** What a log holds. `damage`: the first word that tells of damage, and how many lines have one. */
export interface LogFacts {
  readonly lines: number
  readonly errors: number
  readonly damaged: number
  readonly damage: string | undefined
}

/** Words after which nobody should go on. `fatal` counts as a level alone: "non-fatal" is no damage. */
const DAMAGE =
  /\bpanic(?:ked)?\b|\bFATAL\b|"level":\s*(?:"fatal"|60)|\blevel=fatal\b|\bcorrupt(?:ed|ion)?\b|checksum mismatch|\bconflicting\b|\bequivocation\b/i
/** As pino, logfmt, syslog and plain programs write their levels. */
const ERROR = /\bERR(?:OR)?\b|^error\b|"level":\s*(?:"error"|50)|\blevel=err(?:or)?\b/

export function readLog(text: string): LogFacts {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const damaged = lines.filter((line) => isDamage(line))
  return {
    lines: lines.length,
    errors: lines.filter((line) => ERROR.test(line)).length,
    damaged: damaged.length,
    damage: DAMAGE.exec(damaged[0] ?? '')?.[0],
  }
}

const isDamage = (line: string) => DAMAGE.test(line.replaceAll(/non-fatal/gi, ''))
