/** Who needs two-step sign-in (docs/wire/two-step.md). */
export const twoStepPolicies = ['off', 'allowed', 'admins', 'everybody'] as const

export type TwoStepPolicy = (typeof twoStepPolicies)[number]

/** The `context` of the 401 that requests the second step. */
export interface TwoStepRequest {
  /** Sent back with the proof; valid for a few minutes. */
  challenge: string
  /** Seconds. */
  expires_in: number
  /** Methods that the person has set up; empty if none, see `enrol`. */
  methods: ('code' | 'recovery_code' | 'passkey')[]
  /** Options for `navigator.credentials.get`, as JSON; present with the method `passkey`. */
  passkey?: object
  /** For people who need a second step and have none: entering a code generated with this key sets it up. */
  enrol?: OneTimeKey
}

export interface OneTimeKey {
  /** Base32. */
  secret: string
  /** `otpauth://totp/…`, for a QR code. */
  uri: string
}

/** `GET system/two_step`: who needs two-step sign-in. */
export interface TwoStepPolicyAnswer {
  readonly policy: TwoStepPolicy
}

/** `GET user/two_step`. */
export interface TwoStepState {
  policy: TwoStepPolicy
  /** Whether this person needs a second step. */
  required: boolean
  /** Since when codes of an authenticator app are required; `null` if they are not. */
  one_time_code: string | null
  recovery_codes: number
  passkeys: NamedFactor[]
  app_passwords: NamedFactor[]
  /** Whether changes need `current_password`; people who sign in with an external provider have none. */
  password: boolean
}

export interface NamedFactor {
  id: number
  name: string
  created_date: string
  last_used_date: string | null
}
