// Plans towards a goal with a provider that predicts, executes what was planned, and plans anew until the goal is near.
import {Assay} from '@assay-trials/assay'

const place = (id, x, y) => ({id, pose: {position: {x, y, z: 0}}})
const goal = {kind: 'object_at', object_id: 'walker', position: {x: 0.45, y: 0.3, z: 0}}
let world = {
  schema_version: 1,
  id: 'demo',
  name: 'demo',
  provider: 'host',
  step: 0,
  metadata: {environment: {id: 'two-room', version: 1}},
  scene: {objects: {walker: place('walker', 0.1, 0.8), goal: place('goal', 0.45, 0.3)}},
}

const distance = () => {
  const {x, y} = world.scene.objects.walker.pose.position
  return Math.hypot(x - goal.position.x, y - goal.position.y)
}

const assay = new Assay()
for (let round = 0; distance() > 0.05 && round < 20; round++) {
  const {actions, metadata} = await assay.plan({goal, worldState: world, provider: 'analytic', seed: round})
  const {execute_k, action_block} = metadata.config
  for (const action of actions.slice(0, execute_k)) {
    const {state} = await assay.predict(world, action, action_block, 'analytic')
    world = state
  }
}
console.log(distance() <= 0.05 ? 'there' : 'not there', 'after', world.step, 'steps')
await assay.close()

// there after 12 steps
