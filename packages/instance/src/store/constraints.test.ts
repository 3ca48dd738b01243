import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { constraintProblem } from '../records/system/broken-rule.ts'
import { addApp, addLookup, addRole, addService, addUser, audit } from '../testing/store-rows.ts'
import { engines, openTestStore, type TestStore } from '../testing/test-store.ts'

async function problemOf(work: Promise<unknown>) {
  try {
    await work
  } catch (error) {
    return constraintProblem(error)
  }
  return 'no error'
}

describe.each(engines)('the constraints of the tables on %s', (engine) => {
  let test: TestStore
  const store = () => test.store

  beforeEach(async () => {
    test = await openTestStore(engine)
  })
  afterEach(() => test.close())

  describe('reject', () => {
    it.each([
      ['a duplicate email address', { email: 'ann@example.com', username: 'other' }, ['email']],
      ['a duplicate username', { email: 'other@example.com', username: 'ann@example.com' }, ['username']],
    ])('%s', async (_what, differing, columns) => {
      await addUser(store().db, 'ann@example.com')
      const row = { name: 'B', is_active: 1, is_sys_admin: 0, is_root_admin: 0, ...differing, ...audit }
      expect(await problemOf(store().db.insertInto('user').values(row).execute())).toEqual({ kind: 'unique', columns })
    })

    it('service names that differ only in case', async () => {
      await addService(store().db, 'files')
      const problem = await problemOf(addService(store().db, 'Files'))
      expect(problem).toEqual({ kind: 'unique', columns: ['name'] })
    })

    it('two lookups with the same name for one owner, but not for different owners', async () => {
      const { db } = store()
      const user = await addUser(db, 'ann@example.com')
      const role = await addRole(db, 'r')
      const app = await addApp(db, 'a')
      for (const owner of [{ user_id: user }, { role_id: role }, { app_id: app }, {}]) {
        await addLookup(db, 'colour', owner)
        expect(await problemOf(addLookup(db, 'colour', owner))).toMatchObject({ kind: 'unique' })
      }
    })

    it('two roles for one person in one app, naming both columns', async () => {
      const { db } = store()
      const row = {
        user_id: await addUser(db, 'ann@example.com'),
        app_id: await addApp(db, 'a'),
        role_id: await addRole(db, 'r'),
      }
      await db.insertInto('user_to_app_to_role').values(row).execute()
      const again = db.insertInto('user_to_app_to_role').values(row).execute()
      expect(await problemOf(again)).toEqual({ kind: 'unique', columns: ['user_id', 'app_id'] })
    })

    it('a duplicate system setting, but not the same setting for a person', async () => {
      const { db } = store()
      const user_id = await addUser(db, 'ann@example.com')
      await db
        .insertInto('custom')
        .values({ name: 'x', value: '1', ...audit })
        .execute()
      await db
        .insertInto('custom')
        .values({ name: 'x', value: '1', user_id, ...audit })
        .execute()
      const again = db
        .insertInto('custom')
        .values({ name: 'x', value: '1', ...audit })
        .execute()
      expect(await problemOf(again)).toEqual({ kind: 'unique', columns: ['name'] })
    })

    it('a missing value, naming its column', async () => {
      const { db } = store()
      await addRole(db, 'r')
      const problem = await problemOf(sql`update role set name = null`.execute(db))
      expect(problem).toEqual({ kind: 'not-null', columns: ['name'] })
    })

    it('a reference to a missing row', async () => {
      expect(await problemOf(addApp(store().db, 'a', { role_id: 999 }))).toMatchObject({ kind: 'foreign-key' })
    })
  })

  it('are not reported for errors unrelated to the data', async () => {
    expect(
      await problemOf(store().db.selectFrom('role').select(store().db.dynamic.ref<never>('nope')).execute()),
    ).toBeNull()
    expect(constraintProblem(new Error('x'))).toBeNull()
    expect(constraintProblem('x')).toBeNull()
  })

  describe('deleting', () => {
    it('a role also deletes its access rows, lookups and assignments, but not its apps', async () => {
      const { db } = store()
      const role_id = await addRole(db, 'r')
      const app_id = await addApp(db, 'a', { role_id })
      const user_id = await addUser(db, 'ann@example.com')
      await db.insertInto('user_to_app_to_role').values({ user_id, app_id, role_id }).execute()
      await db
        .insertInto('role_service_access')
        .values({ role_id, verb_mask: 1, requestor_mask: 1, filter_op: 'AND', ...audit })
        .execute()
      await addLookup(db, 'l', { role_id })

      await db.deleteFrom('role').execute()
      for (const table of ['role_service_access', 'lookup', 'user_to_app_to_role'] as const) {
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
      }
      expect(await db.selectFrom('app').select('role_id').execute()).toEqual([{ role_id: null }])
    })

    it('a person also deletes their lookups, assignments and custom settings', async () => {
      const { db } = store()
      const user_id = await addUser(db, 'ann@example.com')
      const app_id = await addApp(db, 'a')
      const role_id = await addRole(db, 'r')
      await db.insertInto('user_to_app_to_role').values({ user_id, app_id, role_id }).execute()
      await db
        .insertInto('custom')
        .values({ name: 'x', user_id, ...audit })
        .execute()
      await addLookup(db, 'l', { user_id })

      await db.deleteFrom('user').execute()
      for (const table of ['custom', 'lookup', 'user_to_app_to_role'] as const) {
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
      }
    })

    it('a service also deletes its document and access rows, but not the apps stored on it', async () => {
      const { db } = store()
      const service_id = await addService(db, 'files')
      await addApp(db, 'a', { storage_service_id: service_id })
      await db
        .insertInto('service_doc')
        .values({ service_id, format: 0, content: '{}', ...audit })
        .execute()
      await db
        .insertInto('role_service_access')
        .values({
          role_id: await addRole(db, 'r'),
          service_id,
          verb_mask: 1,
          requestor_mask: 1,
          filter_op: 'AND',
          ...audit,
        })
        .execute()

      await db.deleteFrom('service').execute()
      expect(await db.selectFrom('service_doc').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('role_service_access').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('app').select('storage_service_id').execute()).toEqual([{ storage_service_id: null }])
    })

    it('an app also deletes its lookups and assignments, and removes it as default of users', async () => {
      const { db } = store()
      const app_id = await addApp(db, 'a')
      const role_id = await addRole(db, 'r')
      const user_id = await addUser(db, 'ann@example.com')
      await db.updateTable('user').set({ default_app_id: app_id }).execute()
      await db.insertInto('user_to_app_to_role').values({ user_id, app_id, role_id }).execute()
      await addLookup(db, 'l', { app_id })

      await db.deleteFrom('app').execute()
      expect(await db.selectFrom('lookup').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('user_to_app_to_role').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('user').select('default_app_id').execute()).toEqual([{ default_app_id: null }])
    })
  })
})
