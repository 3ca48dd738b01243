import { reachEverywhere } from '../harness/reach-everywhere.ts'

reachEverywhere({ width: 1366, height: 657 })
