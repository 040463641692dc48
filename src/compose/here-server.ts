import type {ServeHttp} from '#net/http-server'
import {nodeHttpServer} from '#net/node-http-server'
import {type OpenTlsFront, openTlsFront} from '#net/tls-front'

/** A server on this machine, for a program that composes itself. */
export const hereServer: ServeHttp = nodeHttpServer
/** TLS in front of such a server. */
export const hereTlsFront: OpenTlsFront = openTlsFront
