import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { root } from '../paths.mjs'

/** Test files that run in `npm test -- all`, and in `npm test` only if the difference touches them. */
interface OnlyInAll {
  /** Relative to the repository. */
  readonly files: readonly string[]
  readonly because: string
  /** What touches the files, besides their imports: they run the program or pages that are built from it. */
  readonly about?: readonly string[]
}

const instance = 'packages/instance/src'
const subjects = `${instance}/subjects`

/** The one place that decides about it. */
export const onlyInAll: readonly OnlyInAll[] = [
  {
    because: 'windows narrower than that of a desktop, a second size of those that are not, and dark colours',
    files: [
      'barriers-dark',
      'barriers-phone',
      'barriers-zoomed',
      'reach-phone',
      'reach-wide',
      'scrollbars',
      'scripts-small',
    ].map(journey),
    about: [
      'packages/console/src/{ui,theme}/**',
      'e2e/harness/{look-everywhere,every-screen,openings,overflow,reach*}.ts',
    ],
  },
  {
    because: 'languages besides English, and very long texts',
    files: ['languages', 'long-names'].map(journey),
    about: ['packages/console/src/language/**', 'packages/console/build/language/**'],
  },
  {
    because: 'every screen once more, with hostile records or a server of another vendor',
    files: ['stored-markup', 'foreign'].map(journey),
    about: ['packages/console/src/instance/**', 'packages/instance/src/testing/foreign-server/**'],
  },
  {
    because:
      'every panel and dialog opened with the mouse, and what the guide, one figure or one kind of sign-in is about',
    files: ['access', 'clicks', 'clicks-of-administrators', 'guide', 'outage', 'reach', 'sample'].map(journey),
    about: [
      'docs/guide/*.md',
      'packages/console/src/widgets/form/editor-frame/**',
      'e2e/harness/{openings,follow-guide,guide-steps}.ts',
    ],
  },
  {
    because: 'people who sign in through servers of their own',
    files: ['directory-and-saml', 'external-endpoints', 'provider'].map(journey),
    about: [`${subjects}/identity/sign-in/**`, 'packages/console/src/features/login/**'],
  },
  {
    because: 'storages besides those of the gate, which stand for each way of storing',
    files: [`${subjects}/data/files/suite/storages.test.ts`],
    about: [`${subjects}/data/files/**`, 'packages/connector-*/**'],
  },
  { because: 'tens of thousands of records', files: ['large-import', 'large-list'].map(journey) },
  {
    because: 'several nodes, and processes that are killed, behind proxies or on simulated machines',
    files: [
      'assistants',
      'durability',
      'image',
      'nodes',
      'operate',
      'promotion',
      'proxies',
      'smuggling',
      'sub-path',
    ].map((name) => `e2e/program/${name}.test.ts`),
    about: [
      'docs/operate/**',
      'docs/guide/{test-to-production.md,ci/**}',
      'deploy/**',
      'Dockerfile',
      'compose.yaml',
      `${instance}/store/*changes*.ts`,
    ],
  },
  {
    because: 'workers that are killed while they write',
    files: ['e2e/program/workers.test.ts'],
    about: [`${instance}/worker*.ts`],
  },
  {
    because: 'several processes on one database, some of which are killed',
    files: [
      `${instance}/store/crash.test.ts`,
      `${subjects}/{operation/limits,operation/usage,integrations/scheduler,identity/people}/nodes.test.ts`,
      `${subjects}/operation/packages/journal/killed-import.test.ts`,
      `${subjects}/operation/config-as-code/killed-apply.test.ts`,
      `${subjects}/operation/operator/rotate-key.test.ts`,
    ],
  },
  {
    because: 'database and Redis servers that fail over, are away or are full',
    files: [
      `${instance}/faults/faults.test.ts`,
      `${instance}/store/{failover,disk-full,redis-changes,pgbouncer}.test.ts`,
      `${subjects}/data/files/suite/server-away.test.ts`,
    ],
    about: [`${instance}/faults/**`, `${instance}/engines/*.ts`],
  },
  {
    because:
      'servers, clients and suites of third parties, besides the ones that stand for their protocol in other tests',
    files: [
      'packages/cli/src/mcp/conformance.test.ts',
      `${instance}/http/mcp/conformance.test.ts`,
      `${subjects}/identity/authorization/conformance.test.ts`,
      `${subjects}/ground/docs/{generated-types,openapi-tools}.test.ts`,
      'packages/connector-ftp/src/ftp-over-tls.test.ts',
      'packages/connector-sftp/src/openssh.test.ts',
      `${subjects}/identity/people/oauth/openid-counterpart.test.ts`,
      `${subjects}/identity/sign-in/directory/active-directory.test.ts`,
      `${subjects}/identity/sign-in/saml/saml-counterparts.test.ts`,
    ],
    about: [`${subjects}/integrations/mcp/**`, `${subjects}/ground/docs/**`],
  },
  {
    because: 'large amounts of data: a demonstration instance, and files that would not fit in memory',
    files: [`${subjects}/operation/demo/fill-demo.test.ts`, `${subjects}/operation/packages/bounded-memory.test.ts`],
  },
  {
    because:
      'minutes of random attacks by every kind of caller; the gate runs those that succeeded in the past, and some of one tab',
    files: [`${instance}/escalation-search.test.ts`],
  },
]

function journey(name: string): string {
  return `e2e/journeys/${name}.test.ts`
}

/** The test files of the repository that match. */
export function filesOnlyInAll(): readonly string[] {
  return onlyInAll.flatMap(({ files }) => globSync(files, { cwd: root })).toSorted()
}

/** The files whose subject a difference changes, by declaration. */
export function declaredTouched(changed: readonly string[]): readonly string[] {
  return onlyInAll
    .filter(({ about = [] }) => changed.some((path) => about.some((glob) => matchesGlob(path, glob))))
    .flatMap(({ files }) => globSync(files, { cwd: root }))
}
