import { openStore } from '../store/open-store.ts'
import { addRole } from './store-rows.ts'

/** Run by crash.test.ts as a process of its own: writes rows and prints each one's name once it is acknowledged. */
const [dataFolder = '', databaseUrl] = process.argv.slice(2)
const store = await openStore({ dataFolder, databaseUrl: databaseUrl ?? null }, Date.now)
for (let count = 1; ; count += 1) {
  await store.transaction((tx) => addRole(tx, `role ${count}`))
  process.stdout.write(`role ${count}\n`)
  await new Promise(setImmediate)
}
