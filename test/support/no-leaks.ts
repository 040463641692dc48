import {readdirSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {Searcher} from './canary/searcher.ts'

/**
 * Where a secret stands in any encoding: in the names and bytes of the files below a folder, or in captured texts by name.
 * Empty when nothing leaked; for the end of any test that planted one.
 */
export function leaksOf(
  secret: string,
  places: {readonly folder?: string; readonly texts?: Readonly<Record<string, string>>},
): string[] {
  const searcher = new Searcher([secret])
  const look = (name: string, content: string) =>
    searcher.find(name, content).map(({output, encoding}) => `${output} holds it as ${encoding}`)
  const texts = Object.entries(places.texts ?? {}).flatMap(([name, text]) => look(name, text))
  return [...texts, ...(places.folder === undefined ? [] : leaksBelow(places.folder, look))]
}

function leaksBelow(folder: string, look: (name: string, content: string) => string[]): string[] {
  return readdirSync(folder, {recursive: true, encoding: 'utf8'}).flatMap((name) => {
    const path = join(folder, name)
    const content = statSync(path).isFile() ? look(name, readFileSync(path, 'utf8')) : []
    return [...look('a file name', name), ...content]
  })
}
