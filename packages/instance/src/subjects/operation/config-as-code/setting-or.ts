import type { Store } from '../../../store/store.ts'

/** The value of a setting, which is stored first if there is none; of several nodes that do so at once, one wins. */
export async function settingOr({ db }: Pick<Store, 'db'>, name: string, make: () => string): Promise<string> {
  const read = () => db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  const stored = await read()
  if (stored !== undefined) return stored.value
  const value = make()
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await read())?.value ?? value
}
