import { audit, boolean, type DraftOf, id, type RecordOf, string, text } from './field.ts'

/** Returned in place of a private value; sent back unchanged, it leaves the stored value as it is. */
export const secretMask = '**********'

const value = {
  name: string({ label: 'Name', max: 255, required: true, nullable: false }),
  value: text({ label: 'Value' }),
  private: boolean({ label: 'Private', default: false, nullable: false }),
  description: text({ label: 'Description' }),
  allow_user_update: boolean({ default: false, nullable: false }),
  allow_admin_update: boolean({ default: false, nullable: false }),
}

/** A lookup key without an owner, under `system/lookup`. */
export const lookupFields = { id: id(), ...value, ...audit }
export type Lookup = RecordOf<typeof lookupFields>
export type LookupDraft = DraftOf<typeof lookupFields>

/** A lookup key of a user, a role or an app; only its owner's column is visible. */
export type OwnedLookup = Lookup & { user_id?: number | null; role_id?: number | null; app_id?: number | null }
