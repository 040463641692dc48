import {ApiFailure, nothingThere} from '../model/api-failure.ts'
import type {NodeRoute} from './routes.ts'

/** Finds the methods of a path, whatever method was requested. */
export class PathTable {
  readonly #rows: {readonly form: RegExp; readonly methods: Set<string>}[] = []

  constructor(routes: readonly Pick<NodeRoute, 'method' | 'url'>[]) {
    const byUrl = Map.groupBy(routes, ({url}) => url)
    for (const [url, ofUrl] of byUrl) {
      const form = new RegExp(`^${url.split('/').map(partForm).join('/')}/?$`)
      const methods = new Set<string>(ofUrl.map(({method}) => method))
      if (methods.has('GET')) methods.add('HEAD')
      this.#rows.push({form, methods})
    }
  }

  /** The failure for a request that matched no route: `method_not_allowed` or `not_found`. */
  refusal(url: string, method: string): ApiFailure {
    const path = url.replace(/[?#].*$/s, '')
    const methods = this.#rows.filter(({form}) => form.test(path)).flatMap((row) => [...row.methods])
    if (methods.length === 0 || methods.includes(method)) return nothingThere()
    return new ApiFailure('method_not_allowed', 'this path has no such method', {
      headers: {allow: [...new Set(methods)].sort().join(', ')},
    })
  }
}

function partForm(part: string): string {
  return part.startsWith(':') ? '[^/]+' : RegExp.escape(part)
}
