import { openStore } from '../store/open-store.ts'
import { addRole, audit } from './store-rows.ts'

/** Run as a separate process by crash.test.ts: writes rows, and prints the name of each once it is acknowledged. */
const [dataFolder = '', databaseUrl] = process.argv.slice(2)
const store = await openStore({ dataFolder, databaseUrl: databaseUrl ?? null }, Date.now)
const compiled = `insert into role (name, is_active, created_date, last_modified_date)
  values (${store.engine.dialect.placeholder(1)}, 1, '${audit.created_date}', '${audit.last_modified_date}')`
const say = (name: string) => process.stdout.write(`${name}\n`)

for (let count = 1; ; count += 1) {
  const [whole, ...brief] = ['role', 'brief role', 'other brief role'].map((name) => `${name} ${count}`)
  const written = brief.map((name) =>
    store.writeBriefly(async (statements) => statements.all(compiled, [name])).then(() => say(name)),
  )
  await store.transaction((tx) => addRole(tx, String(whole))).then(() => say(String(whole)))
  await Promise.all(written)
  await new Promise(setImmediate)
}
