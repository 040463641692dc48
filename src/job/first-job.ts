import {USUAL_JOB} from './job-order.ts'

/** A file that a beginner gets. `path` is relative, with `/`. */
export interface StarterFile {
  readonly path: string
  readonly text: string
}

export const CI_SERVICES = ['github', 'gitlab'] as const
export type CiService = (typeof CI_SERVICES)[number]

/** Where npm puts the schema of job files, seen from a folder that has packages. */
export const JOB_SCHEMA = 'node_modules/@assay-trials/assay/schemas/job.schema.json'

/** A job that passes in seconds, offline, and shows where own things go. `schema`: where its schema lies, seen from the job. */
export function firstJob(schema: string | undefined): StarterFile {
  return {path: USUAL_JOB, text: schema === undefined ? FIRST_STEPS : `$schema: ${schema}\n${FIRST_STEPS}`}
}

const FIRST_STEPS = `# A first job: it runs offline, with nothing but Node. Put your provider where "analytic" stands.
schema_version: 1
name: first
inputs:
  trials: {type: integer, default: 20, description: closed-loop episodes}
defaults: {timeout: 5m}
steps:
  - {id: health, use: provider.health, with: {providers: [analytic]}}
  - {id: promises, use: eval, needs: [health], with: {suite: contract, providers: [analytic]}}
  - id: drive
    use: eval
    needs: [promises]
    with: {suite: closed-loop, env: two-room, providers: [analytic], n: "{inputs.trials}", planner: quick}
bundle: true
`

/** The pipeline of a service, for a repository whose package.json names Assay. */
export const CI_FILES: Readonly<Record<CiService, StarterFile>> = {
  github: {
    path: '.github/workflows/assay.yml',
    text: `name: assay
on: [push]
permissions:
  contents: read
jobs:
  trial:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npm ci
      - id: assay
        run: npx --no assay run ${USUAL_JOB} --output assay.xml --output assay.html
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: evidence
          path: |
            issue-bundles/
            assay.xml
            assay.html
`,
  },
  gitlab: {
    path: '.gitlab-ci.yml',
    text: `assay:
  image: node:24
  timeout: 30 minutes
  script:
    - npm ci
    - npx --no assay run ${USUAL_JOB} --dotenv assay.env --output assay.xml --output assay.html
  artifacts:
    when: always
    paths:
      - issue-bundles/
      - assay.html
    reports:
      junit: assay.xml
      dotenv: assay.env
`,
  },
}
