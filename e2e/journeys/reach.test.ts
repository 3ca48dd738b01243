import { expect } from 'vitest'
import { demonstration, reachEverywhere } from '../harness/reach-everywhere.ts'

demonstration('the demonstration names three things to try when it is ready', async ({ instance }) => {
  await expect
    .poll(instance.output)
    .toMatch(/ready at [\s\S]*Three things to try:\n {2}1\. .+\n {2}2\. .+\n {2}3\. .+\n/)
})

reachEverywhere({ width: 1366, height: 657 })
