import { testFilesIn } from './storage-suite.ts'
import { suiteStorages } from './suite-storages.ts'

testFilesIn(suiteStorages)
