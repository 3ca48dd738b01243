import { reachEverywhere } from '../harness/reach-everywhere.ts'

reachEverywhere({ width: 1440, height: 900 })
