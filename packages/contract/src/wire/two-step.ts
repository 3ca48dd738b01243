/** Who has to prove a second time who they are when they sign in (docs/wire/two-step.md). */
export const twoStepPolicies = ['off', 'allowed', 'admins', 'everybody'] as const

export type TwoStepPolicy = (typeof twoStepPolicies)[number]

/** In the `context` of the 401 that asks for the second step. */
export interface TwoStepRequest {
  /** Goes back with the proof; good for a few minutes. */
  challenge: string
  /** Seconds. */
  expires_in: number
  /** What the person has; empty: nothing yet, see `enrol`. */
  methods: ('code' | 'recovery_code' | 'passkey')[]
  /** What `navigator.credentials.get` is called with, as JSON; present with the method `passkey`. */
  passkey?: object
  /** For people who have to have a second step and have none: a code made with this key begins it. */
  enrol?: OneTimeKey
}

export interface OneTimeKey {
  /** Base32. */
  secret: string
  /** `otpauth://totp/…`, for a picture that apps read. */
  uri: string
}

/** `GET system/two_step`: who needs a second step to sign in. */
export interface TwoStepPolicyAnswer {
  readonly policy: TwoStepPolicy
}

/** `GET user/two_step`. */
export interface TwoStepState {
  policy: TwoStepPolicy
  /** Whether this person has to have a second step. */
  required: boolean
  /** Since when codes of an app are asked for; null: they are not. */
  one_time_code: string | null
  recovery_codes: number
  passkeys: NamedFactor[]
  app_passwords: NamedFactor[]
  /** Whether changes need `current_password`: people whom another service signs in have none. */
  password: boolean
}

export interface NamedFactor {
  id: number
  name: string
  created_date: string
  last_used_date: string | null
}
