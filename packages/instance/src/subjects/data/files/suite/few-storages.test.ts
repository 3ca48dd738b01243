import { testFilesIn } from './storage-suite.ts'
import { fewStorages } from './suite-storages.ts'

testFilesIn(fewStorages)
