import {timestamp} from '#random/clock'
import type {PushedCommit} from '../model/hook-events.ts'

/** Fields of `git log`, each ended by NUL: no commit holds one. */
export const COMMIT_FORMAT = 'tformat:%H%x00%an%x00%ae%x00%ct%x00%B%x00'
const FIELDS = 5
const MOST_MS = 8.64e15

/** What `git log` wrote in that format. */
export function parseCommits(text: string): PushedCommit[] {
  const parts = text.split('\0')
  const commits: PushedCommit[] = []
  for (let at = 0; at + FIELDS <= parts.length - 1; at += FIELDS) {
    const [id = '', name = '', email = '', seconds = '', message = ''] = parts.slice(at, at + FIELDS)
    // Anybody may write any number into a commit.
    const ms = Math.min(Number(seconds) * 1000, MOST_MS)
    commits.push({
      id: id.trim(),
      message: message.trimEnd(),
      author: {name, email},
      timestamp: timestamp(Number.isFinite(ms) ? ms : 0),
    })
  }
  return commits
}
