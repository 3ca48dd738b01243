import { reachEverywhere } from '../harness/reach-everywhere.ts'

reachEverywhere({ width: 390, height: 844 })
