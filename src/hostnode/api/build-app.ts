import Fastify, {type FastifyInstance, type FastifyReply} from 'fastify'
import {addCompat} from '../compat/compat-layer.ts'
import {compatPath} from '../compat/compat-requests.ts'
import type {NodeContext} from '../context/context.ts'
import type {FaultedRequest} from '../fault/route-faults.ts'
import {ApiFailure} from '../model/api-failure.ts'
import {jsonBody} from '../model/json-body.ts'
import type {RequestHandler} from '../model/listening.ts'
import {addHooks} from './app-hooks.ts'
import {sendFailure} from './failures.ts'
import {PathTable} from './path-table.ts'
import {requestIdOf} from './request-id.ts'
import {addRoute} from './route-handler.ts'
import type {NodeRoute} from './routes.ts'

const MOST_BODY_BYTES = 1024 * 1024
/** A name has up to 100 characters, `.git` may follow, and each character may be percent-encoded as three. */
const MOST_PARAM_LENGTH = 512

/** The API of a node without its listener. */
export interface NodeApp {
  readonly handle: RequestHandler
  /** For what the route table cannot express, such as bodies that are streams. To be used before `ready`. */
  readonly app: FastifyInstance
  /** Method and template of every route. */
  readonly routes: readonly FaultedRequest[]
  ready(): Promise<void>
  close(): Promise<void>
}

/** Builds the API from routes and from what applies to all of them: ids, admission, strict bodies, one form of failure, log and metrics. */
export function buildApp(context: NodeContext, routes: readonly NodeRoute[]): NodeApp {
  const shapes = new Set(context.settings.compat)
  const app = Fastify({
    rewriteUrl: ({url = '/'}) => (shapes.size === 0 ? url : compatPath(url, shapes, context.store)),
    logger: false,
    requestIdHeader: false,
    genReqId: (raw) => requestIdOf(raw.headers['x-request-id'], context.entropy),
    bodyLimit: MOST_BODY_BYTES,
    return503OnClosing: false,
    routerOptions: {ignoreTrailingSlash: true, maxParamLength: MOST_PARAM_LENGTH},
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply as unknown as FastifyReply, context),
  })
  const known: FaultedRequest[] = []
  app.addHook('onRoute', ({method, url}) => {
    for (const one of [method].flat()) known.push({method: one, route: url})
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', {parseAs: 'buffer'}, (request, body, done) => {
    const charset = /;\s*charset="?([^;"\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (charset !== undefined && !/^utf-?8$/i.test(charset))
      return done(new ApiFailure('unsupported_media_type', 'the body must be UTF-8'))
    if (body.length === 0) return done(null, undefined)
    try {
      done(null, jsonBody(Buffer.from(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error('the body was not read'))
    }
  })
  const paths = new PathTable(routes)
  addHooks(app, context)
  addCompat(app, shapes)
  for (const route of routes) addRoute(app, route)
  app.setNotFoundHandler((request) => {
    throw paths.refusal(request.url, request.method)
  })
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, context))
  return {
    app,
    routes: known,
    handle: (request, response) => app.routing(request, response),
    ready: () => Promise.resolve(app.ready()).then(() => undefined),
    close: () => app.close(),
  }
}
