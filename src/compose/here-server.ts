import type {ServeHttp} from '#net/http-server'
import {nodeHttpServer} from '#net/node-http-server'

/** A server on this machine, for a program that composes itself. */
export const hereServer: ServeHttp = nodeHttpServer
