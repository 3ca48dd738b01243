import { readConfig } from '../platform/settings/config.ts'
import { rotateKey } from '../subjects/operator/rotate-key.ts'

/**
 * Run by rotate-key.test.ts as a process of its own, as operators do it beside an instance: gives the one that the settings of its environment
 * name a new key. Its argument: milliseconds until nodes have noticed a change.
 */
const count = await rotateKey(readConfig(process.env), { settle: Number(process.argv[2]) })
process.stdout.write(String(count))
