/** A good payload of each event, by its name. */
export const PAYLOADS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  push: {
    action: 'updated',
    ref: 'refs/heads/main',
    before: '0'.repeat(40),
    after: 'a1'.repeat(20),
    repository: {name: 'demo', owner: 'alice'},
    pusher: {name: 'Alice', email: 'alice@example.org'},
    commits: [
      {
        id: 'a1'.repeat(20),
        message: 'Say \u{1f44b}\nand more',
        author: {name: 'Alice', email: 'alice@example.org'},
        timestamp: '2026-11-22T10:00:00Z',
      },
    ],
  },
  pull_request: {action: 'opened', number: 7, pull_request: pullRequest(), ...around()},
  pull_request_review: {
    action: 'submitted',
    number: 7,
    pull_request: pullRequest(),
    review: {state: 'approved', author: 'bob'},
    ...around(),
  },
  issues: {action: 'opened', issue: issue(), ...around()},
  issue_comment: {action: 'created', issue: issue(), comment: {body: 'Fine.', author: 'bob'}, ...around()},
  release: {action: 'published', release: {tag_name: 'v1.0.0'}, ...around()},
  create: {action: 'created', ref: 'refs/tags/v1', ref_type: 'tag', sha: 'b2'.repeat(20), ...around()},
  delete: {action: 'deleted', ref: 'refs/heads/old', ref_type: 'branch', sha: 'b2'.repeat(20), ...around()},
  fork: {action: 'created', fork: {name: 'demo', owner: 'bob'}, ...around()},
  star: {action: 'created', star: {username: 'bob'}, ...around()},
  ping: {action: 'ping', hook_id: 'hook_1'},
}

function around() {
  return {repository: {name: 'demo', owner: 'alice'}, sender: {username: 'bob'}}
}

function issue() {
  return {
    number: 3,
    title: 'It breaks',
    body: 'Here is how.',
    state: 'open',
    author: 'bob',
    labels: ['bug'],
    created_at: '2026-11-22T10:00:00Z',
  }
}

function pullRequest() {
  return {
    title: 'Mend it',
    body: '',
    state: 'open',
    source_branch: 'mend',
    target_branch: 'main',
    author: 'bob',
    created_at: '2026-11-22T10:00:00Z',
  }
}
