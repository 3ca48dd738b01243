import { existsSync } from 'node:fs'
import { suiteDatabases } from '../subjects/data/databases/suite/suite-databases.ts'
import { suiteDocuments } from '../subjects/data/documents/suite/suite-databases.ts'
import { suiteStorages } from '../subjects/data/files/suite/suite-storages.ts'
import type { Against } from './against.ts'
import { ownTests, sharedTests, testFile } from './own-tests.ts'
import type { PlannedRun } from './suite-runs.ts'

/** What the suites would test each type on if every server were available. Throws for a missing test file. */
export function plannedRuns(): readonly PlannedRun[] {
  const planned = [
    ...Object.entries(ownTests).flatMap(([type, tests]) => tests.map((each) => ({ ...each, type }))),
    ...shared(suiteDatabases, sharedTests.databases, 'a service on'),
    ...shared(suiteDocuments, sharedTests.documents, 'documents in'),
    ...shared(suiteStorages, sharedTests.files, 'files in'),
  ]
  const missing = planned.find(({ test }) => !existsSync(new URL(`../../../../${testFile(test)}`, import.meta.url)))
  if (missing !== undefined) throw new Error(`No test ${missing.test}`)
  return planned
}

interface Member {
  readonly name: string
  readonly type: string
  readonly against: Against
}

function shared(members: readonly Member[], test: string, before: string): PlannedRun[] {
  return members.map(({ name, type, against }) => ({ ...against, type, test, title: `${before} ${name}` }))
}
