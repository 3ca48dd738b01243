import { readConfig } from '../platform/settings/config.ts'
import { rotateKey } from '../subjects/operation/operator/rotate-key.ts'

/**
 * Run as a separate process by rotate-key.test.ts, as operators do beside a running instance: rotates the key of the instance
 * that its environment configures. Argument: milliseconds until nodes have noticed a change.
 */
const count = await rotateKey(readConfig(process.env), { settle: Number(process.argv[2]) })
process.stdout.write(String(count))
