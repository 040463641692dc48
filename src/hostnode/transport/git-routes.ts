import type {FastifyInstance} from 'fastify'
import type {NodeContext} from '../context/context.ts'
import type {GitService} from '../git/backend-environment.ts'
import {ApiFailure} from '../model/api-failure.ts'
import {serveGit} from './serve-git.ts'

const SERVICES: readonly GitService[] = ['git-upload-pack', 'git-receive-pack']
const ACCESS = {needs: 'any', anonymous: true, isTransport: true} as const
const NO_CACHE = {
  expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
  pragma: 'no-cache',
  'cache-control': 'no-cache, max-age=0, must-revalidate',
}

/** Git over HTTP: three requests, whose bodies are streams. All else below a repository is refused, files of the repository included. Before `ready`. */
export function addGitRoutes(app: FastifyInstance, context: NodeContext): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body))
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.headers(NO_CACHE)
      next()
    })
    const base = '/git/:owner/:repo'
    scope.get(`${base}/info/refs`, {config: {access: ACCESS}, exposeHeadRoute: false}, (request, reply) => {
      const asked = Object(request.query)['service']
      const service = SERVICES.find((one) => one === asked)
      if (service === undefined) throw refused()
      return serveGit({request, reply, service, isAdvertisement: true}, context)
    })
    for (const service of SERVICES) {
      const access = {...ACCESS, isRead: service === 'git-upload-pack'}
      scope.post(`${base}/${service}`, {config: {access}}, (request, reply) =>
        serveGit({request, reply, service, isAdvertisement: false}, context),
      )
    }
    for (const url of [base, `${base}/*`])
      scope.all(url, {config: {access: ACCESS}, exposeHeadRoute: false}, () => {
        throw refused()
      })
    done()
  })
}

function refused(): ApiFailure {
  return new ApiFailure('forbidden', 'git is served over its smart protocol alone')
}
