const lives = (node: string) => `{server: '{node.${node}}', path: /health/ready}`

/** A drill of given nodes: the first is stopped, which is noticed where the node `noticedBy` does not answer, and started again. */
export const awayDrill = (noticedBy: string) => `schema_version: 1
kind: drill
id: away
version: 1
title: A node is away
severity: P2
runbook: docs/runbooks/validator-down.md
environments: [staging]
target: {kind: nodes}
blast_radius: {nodes_down: 1}
objectives: {detect_s: 60, recover_s: 60}
steady_state:
  every_ms: 50
  consecutive: 2
  probes: [{id: both, probe: http, args: ${lives('1')}, expect: {status: {equals: 200}}}]
inject: [{action: node.stop, args: {node: '{node.1}'}}]
expect: {signals: [{id: gone, probe: http, args: ${lives(noticedBy)}, expect: {reachable: {equals: false}}}]}
respond: [{step: start, text: Start it., action: node.start, args: {node: '{node.1}'}, timeout_s: 60}]
verify: [{id: back, probe: http, args: ${lives('1')}, expect: {status: {equals: 200}}}]
limits: {total_s: 600}
`
