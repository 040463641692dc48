import {mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {sha256} from '#digest/sha256'
import {releaseProgram} from '../built-home.ts'
import type {TestSite} from './test-site.ts'

/** Puts a program among the releases of a site that is listed, and says when it is asked, that it is one release, and serves as another one. */
export function putLiar(site: TestSite, says: string, serves: string): void {
  const given = dirname(releaseProgram(says))
  putRelease(
    site,
    says,
    `const release = process.argv.includes('serve') ? '${serves}' : '${says}'
await import(\`file://${given}/\${release}.mjs\`)
`,
  )
}

/** Puts the program of a release that is listed in the place of the one that is given. */
export function putRelease({folder}: TestSite, says: string, source: string): void {
  const given = dirname(releaseProgram(says))
  const own = join(folder, 'releases')
  rmSync(own)
  mkdirSync(own)
  for (const name of readdirSync(given)) symlinkSync(join(given, name), join(own, name))
  const list = join(own, 'releases.json')
  const {releases, ...rest} = JSON.parse(readFileSync(list, 'utf8'))
  const sum = sha256(new TextEncoder().encode(source)).replace('sha256:', '')
  const told = releases.map((one: {release: string}) => (one.release === says ? {...one, sha256: sum} : one))
  for (const file of [list, join(own, `${says}.mjs`)]) rmSync(file)
  writeFileSync(list, JSON.stringify({...rest, releases: told}))
  writeFileSync(join(own, `${says}.mjs`), source)
}
