import { dependencies } from '@millwright/instance/subjects/system/dependents/graph'
import { looseReferences } from '@millwright/instance/subjects/system/dependents/loose-references'
import { expect, test } from 'vitest'
import translated from './consequences.de.json'

test('translates every consequence for dependents that an instance reports to German', () => {
  const told = [
    ...Object.values(dependencies).flatMap((all) => all.map((each) => each.told?.consequence)),
    ...Object.values(looseReferences).flatMap((all) => all.map((each) => each.consequence)),
  ].filter((each) => each !== undefined)
  expect(told.length).toBeGreaterThan(20)
  expect([...new Set(told)].toSorted()).toEqual(Object.keys(translated).toSorted())
})
