import { follows, namedInSettings } from '@millwright/instance/subjects/ground/system/dependents/find-dependents'
import { consequences } from '@millwright/instance/subjects/ground/system/dependents/graph'
import { expect, test } from 'vitest'
import translated from './consequences.de.json'

test('translates every consequence for dependents that an instance reports to German', () => {
  const told = [...consequences, ...Object.values(namedInSettings), follows]
  expect(told.length).toBeGreaterThan(20)
  expect([...new Set(told)].toSorted()).toEqual(Object.keys(translated).toSorted())
})
