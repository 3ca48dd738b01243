import { expect, test } from 'vitest'
import { byLabel, cachedServiceLabel } from './cache-view.tsx'

test('services are sorted by label, or by name if they have none', () => {
  const services = [
    { name: 'b', label: 'zoo' },
    { name: 'Files', label: null },
    { name: 'a', label: 'Database 10' },
    { name: 'c', label: 'database 2' },
  ]
  expect(byLabel(services).map(cachedServiceLabel)).toEqual(['database 2', 'Database 10', 'Files', 'zoo'])
})
